//! `-W`: selects which warnings are reported, and which of them are errors.

use crate::diagnostic::{Code, Diagnostic, Severity};

/// One `-W` option. Of contradictory options the last one holds.
#[derive(Clone, Debug)]
pub(super) struct Warning {
    /// The warnings that the option is about: one, the slips, or all.
    codes: Vec<Code>,
    /// `Some(true)` turns the warnings on, `Some(false)` turns them off.
    on: Option<bool>,
    /// The severity that the option gives to these warnings.
    severity: Option<Severity>,
}

/// Returns the names of the warnings for which `is_named` returns `true`.
fn names(is_named: fn(Code) -> bool) -> String {
    let codes = Code::ALL.iter().copied().filter(|code| is_named(*code));
    let names = codes.map(Code::warning_name).filter(|name| !name.is_empty());
    names.collect::<Vec<_>>().join(", ")
}

pub(super) fn help() -> String {
    format!(
        "Select warnings: NAME turns a warning on, no-NAME turns it off, error=NAME makes it an error, and \
         error makes all warnings errors. slips stands for {}, mistakes that the original assemblers \
         accepted silently. Default: all warnings except the slips. NAME is one of {}; \
         --explain NAME explains it. Can be repeated",
        names(Code::is_slip),
        names(|_| true)
    )
}

/// Parses the value of a `-W` option.
pub(super) fn parse(text: &str) -> Result<Warning, String> {
    let (on, severity, name) = match text {
        "error" => (None, Some(Severity::Error), ""),
        "no-error" => (None, Some(Severity::Warning), ""),
        _ => match (text.strip_prefix("error="), text.strip_prefix("no-")) {
            (Some(name), _) => (Some(true), Some(Severity::Error), name),
            (None, Some(name)) => (Some(false), None, name),
            (None, None) => (Some(true), None, text),
        },
    };
    let codes: Vec<Code> = match name {
        "" if on.is_none() => Code::ALL.to_vec(),
        "slips" => Code::ALL.iter().copied().filter(|code| code.is_slip()).collect(),
        _ => Code::by_name(name).filter(|code| code.severity() == Severity::Warning).into_iter().collect(),
    };
    if codes.is_empty() {
        let error = if severity.is_none() { "error, " } else { "" };
        return Err(format!("unknown warning {name} (expected {error}slips or one of {})", names(|_| true)));
    }
    Ok(Warning { codes, on, severity })
}

/// Returns the severity of a warning, or `None` if it is off.
fn severity(code: Code, settings: &[Warning]) -> Option<Severity> {
    let (mut on, mut severity) = (!code.is_slip(), Severity::Warning);
    for setting in settings.iter().filter(|setting| setting.codes.contains(&code)) {
        on = setting.on.unwrap_or(on);
        severity = setting.severity.unwrap_or(severity);
    }
    on.then_some(severity)
}

/// Returns `true` if any warning of a slip is on ([`Code::is_slip`]).
pub(super) fn wants_slips(settings: &[Warning]) -> bool {
    Code::ALL.iter().any(|code| code.is_slip() && severity(*code, settings).is_some())
}

/// Removes the warnings that are off and gives the others their severity.
pub(super) fn apply(diagnostics: &mut Vec<Diagnostic>, settings: &[Warning]) {
    diagnostics.retain_mut(|diagnostic| {
        if diagnostic.severity != Severity::Warning {
            return true;
        }
        let severity = severity(diagnostic.code, settings);
        diagnostic.severity = severity.unwrap_or(Severity::Warning);
        severity.is_some()
    });
}
