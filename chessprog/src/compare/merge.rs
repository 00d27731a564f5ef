//! Merges the results of a campaign. The report depends neither on how the cases were distributed nor on the
//! order in which results are added.

use std::fmt;

use super::corpus::Origin;
use super::manifest::{BadLine, LineFault, Manifest};
use super::results::{ResultLine, VerdictKind};
use super::tally::Tally;
use crate::parameters::comments::COMMENTS;

enum CaseState {
    Missing,
    Done(Box<ResultLine>),
    /// Two different results, so neither counts.
    Disputed,
}

/// Results being merged.
pub struct Merge<'m> {
    manifest: &'m Manifest,
    states: Vec<CaseState>,
}

impl<'m> Merge<'m> {
    /// Starts without results.
    pub fn new(manifest: &'m Manifest) -> Merge<'m> {
        Merge { manifest, states: manifest.cases.iter().map(|_| CaseState::Missing).collect() }
    }

    /// Adds the lines of a file. Returns the lines that do not count, each with the reason.
    pub fn add(&mut self, file: &str, text: &str) -> Vec<BadLine> {
        let mut bad = Vec::new();
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            if let Err(why) = self.add_line(line) {
                bad.push(BadLine { file: file.to_owned(), line: number, why });
            }
        }
        bad
    }

    fn add_line(&mut self, line: &str) -> Result<(), LineFault> {
        let Some(whole) = line.strip_suffix('\n') else {
            return Err(LineFault::Cut);
        };
        let result = ResultLine::parse(whole)?;
        let campaign = &self.manifest.header.campaign;
        if result.campaign != *campaign {
            return Err(LineFault::OtherCampaign(result.campaign, campaign.clone()));
        }
        let case = result.case;
        let state = self.states.get_mut(case);
        let state = state.ok_or(LineFault::NoCase(case))?;
        match state {
            CaseState::Missing => {
                *state = CaseState::Done(Box::new(result));
                Ok(())
            }
            CaseState::Done(known) if **known == result => Err(LineFault::Twice(case)),
            _ => {
                *state = CaseState::Disputed;
                Err(LineFault::Disputed(case))
            }
        }
    }

    /// Returns `true` if there is a result for a case.
    pub fn has(&self, case: usize) -> bool {
        matches!(self.states.get(case), Some(CaseState::Done(_)))
    }

    /// Returns the result of the campaign.
    pub fn report(&self) -> MergedReport<'_> {
        let mut report = MergedReport {
            manifest: self.manifest,
            origins: Vec::new(),
            sum: Sums::default(),
            told: Vec::new(),
        };
        for (case, state) in self.manifest.cases.iter().zip(&self.states) {
            let row = match report.origins.iter().position(|(origin, _)| *origin == case.origin) {
                Some(row) => row,
                None => {
                    report.origins.push((&case.origin, Sums::default()));
                    report.origins.len() - 1
                }
            };
            report.origins[row].1.count(state);
            report.sum.count(state);
            if let CaseState::Done(result) = state
                && matches!(result.verdict, VerdictKind::Different | VerdictKind::Failed)
            {
                report.told.push(result);
            }
        }
        report
    }
}

/// Counts of cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Cases in any state.
    pub cases: usize,
    /// Cases compared.
    pub compared: usize,
    /// Compared cases that differ.
    pub different: usize,
    /// Cases that one of the programs does not support.
    pub skipped: usize,
    /// Cases that could not be compared.
    pub failed: usize,
    /// Cases without a result, or with contradictory results.
    pub missing: usize,
    /// Totals of what was compared.
    pub tally: Tally,
}

impl Sums {
    fn count(&mut self, state: &CaseState) {
        self.cases += 1;
        let CaseState::Done(result) = state else {
            self.missing += 1;
            return;
        };
        self.tally.add(&result.tally);
        match result.verdict {
            VerdictKind::Same => self.compared += 1,
            VerdictKind::Different => {
                self.compared += 1;
                self.different += 1;
            }
            VerdictKind::Skipped => self.skipped += 1,
            VerdictKind::Failed => self.failed += 1,
        }
    }
}

/// The result of a campaign. It does not depend on when or where the cases were compared.
pub struct MergedReport<'m> {
    /// The cases of the campaign.
    pub manifest: &'m Manifest,
    /// Counts by origin of the positions.
    pub origins: Vec<(&'m str, Sums)>,
    /// Counts of all cases.
    pub sum: Sums,
    /// Cases that differ, or could not be compared.
    pub told: Vec<&'m ResultLine>,
}

impl MergedReport<'_> {
    /// Returns `true` if no case differs, failed or is missing. Skipped cases do not count.
    pub fn is_clean(&self) -> bool {
        self.sum.different + self.sum.failed + self.sum.missing == 0
    }
}

impl fmt::Display for MergedReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = &self.manifest.header;
        let [first, second] = &header.engines;
        writeln!(f, "campaign {}: {first} and {second}, {}", header.campaign, header.level.name())?;
        for result in &self.told {
            let case = &self.manifest.cases[result.case];
            writeln!(f, "\n{} (case {})\n  {}\n  {}", case.name, case.case, case.settings, case.position)?;
            writeln!(f, "  {}", result.text.as_deref().unwrap_or("?"))?;
        }
        let heads = ["cases", "compared", "different", "skipped", "failed", "missing"];
        writeln!(f, "\n{:<18}{}", "", heads.map(|head| format!(" {head:>10}")).concat())?;
        for origin in Origin::ALL.map(|origin| origin.to_string()) {
            let of_origin = self.origins.iter().filter(|(known, _)| *known == origin);
            of_origin.into_iter().try_for_each(|(name, sums)| row(f, name, sums))?;
        }
        row(f, "all", &self.sum)?;
        let Tally { searches, nodes, probes, instructions, fired } = &self.sum.tally;
        writeln!(
            f,
            "\n{searches} searches, {nodes} nodes, {probes} probes that agree, {instructions} instructions"
        )?;
        heuristics(f, fired)?;
        let Sums { compared, different, missing, .. } = self.sum;
        write!(f, "{compared} compared, {different} different, {missing} missing")
    }
}

fn row(f: &mut fmt::Formatter<'_>, name: &str, sums: &Sums) -> fmt::Result {
    let Sums { cases, compared, different, skipped, failed, missing, .. } = sums;
    let counts = [cases, compared, different, skipped, failed, missing];
    writeln!(f, "{name:<18}{}", counts.map(|count| format!(" {count:>10}")).concat())
}

/// Writes the number of terms that each heuristic gave.
fn heuristics(f: &mut fmt::Formatter<'_>, fired: &[u64]) -> fmt::Result {
    if fired.is_empty() {
        return Ok(());
    }
    writeln!(f, "\nheuristic{:>20}", "terms of moves")?;
    for (number, (words, _)) in (1..).zip(COMMENTS) {
        let count = fired.get(number - 1).copied().unwrap_or(0);
        writeln!(f, "{:<9}{count:>20}  {words}", format!("H{number}"))?;
    }
    writeln!(f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::corpus;
    use crate::compare::pair::Level;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    /// A campaign and an arbitrary result for each of its cases.
    static CAMPAIGN: LazyLock<(Manifest, Vec<String>)> = LazyLock::new(|| {
        let manifest = manifest();
        let lines = results(&manifest);
        (manifest, lines)
    });

    fn manifest() -> Manifest {
        Manifest::new(
            &corpus::tasks(3, 22, 1),
            Level::Probe,
            ["native", "emulated"].map(str::to_owned),
            String::new(),
        )
    }

    fn results(manifest: &Manifest) -> Vec<String> {
        let result = |case: usize| ResultLine {
            campaign: manifest.header.campaign.clone(),
            case,
            verdict: [
                VerdictKind::Same,
                VerdictKind::Same,
                VerdictKind::Different,
                VerdictKind::Skipped,
                VerdictKind::Failed,
            ][case % 5],
            tally: Tally { nodes: case as u64, probes: 7, fired: vec![1; case % 4], ..Tally::default() },
            difference: None,
            text: Some(format!("result {case}")),
        };
        (0..manifest.cases.len()).map(|case| result(case).line() + "\n").collect()
    }

    proptest! {
        #[test]
        fn results_in_any_files_and_order_give_the_same_report(
            cuts in prop::collection::vec(any::<(u8, u32)>(), 90),
            again in any::<u8>(),
        ) {
            let (manifest, lines) = &*CAMPAIGN;
            let mut whole = Merge::new(manifest);
            prop_assert_eq!(whole.add("whole", &lines.concat()), []);
            // Puts each line into one of eight files, at an arbitrary place. Some lines appear twice.
            let mut dealt: Vec<(u8, u32, &String)> =
                lines.iter().zip(&cuts).map(|(line, &(file, place))| (file % 8, place, line)).collect();
            let again = dealt.iter().step_by(1 + usize::from(again));
            let doubled: Vec<_> = again.map(|&(file, place, line)| (file ^ 1, place ^ 7, line)).collect();
            dealt.extend(&doubled);
            dealt.sort();
            let mut merge = Merge::new(manifest);
            let mut bad = 0;
            for file in 0..8 {
                let lines = dealt.iter().filter(|part| part.0 == file);
                let text: String = lines.map(|part| part.2.as_str()).collect();
                bad += merge.add("part", &text).len();
            }
            prop_assert_eq!(bad, doubled.len());
            prop_assert_eq!(merge.report().to_string(), whole.report().to_string());
        }
    }

    #[test]
    fn bad_results_are_reported_with_their_line_and_not_counted() {
        let manifest = manifest();
        let lines = results(&manifest);
        let other = lines[3].replacen(&manifest.header.campaign, "0123456789abcdef", 1);
        let disputed = lines[1].replacen("\"nodes\":1,", "\"nodes\":2,", 1);
        let beyond = lines[0].replacen("\"case\":0,", "\"case\":4000,", 1);
        let newer = lines[0].replacen("\"case\":0,", "\"case\":0,\"new\":1,", 1);
        let cut = &lines[5][..30];
        let text = [
            &lines[0],
            &lines[1],
            &lines[0],
            &disputed,
            &other,
            &beyond,
            &newer,
            &lines[4],
            "nonsense\n",
            cut,
        ]
        .map(|s| s.to_string())
        .concat();
        let mut merge = Merge::new(&manifest);
        let bad: Vec<String> = merge.add("r", &text).iter().map(BadLine::to_string).collect();
        let expected = [
            "r, line 3: case 0 is reported twice; it counts once",
            "r, line 4: case 1 has another result elsewhere; neither counts",
            "r, line 5: the result is of campaign 0123456789abcdef, but the manifest is of",
            "r, line 6: the campaign has no case 4000",
            "r, line 7: invalid result: unknown field `new`",
            "r, line 9: invalid result: expected",
            "r, line 10: the line is incomplete",
        ];
        assert_eq!(bad.len(), expected.len(), "{bad:?}");
        for (bad, expected) in bad.iter().zip(expected) {
            assert!(bad.starts_with(expected), "{bad}");
        }
        let report = merge.report();
        assert_eq!((report.sum.compared, report.sum.failed), (1, 1));
        assert_eq!(report.sum.missing, manifest.cases.len() - 2);
        assert!(!report.is_clean());
        assert!(merge.has(0) && !merge.has(1) && !merge.has(5));
    }
}
