//! `-W`: selects which warnings are reported, and which of them are errors.

use crate::diagnostic::{Code, Diagnostic, Severity};

/// One `-W` option. Of contradictory options the last one holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Warning {
    /// `NAME`: report this warning.
    On(Code),
    /// `no-NAME`: do not report this warning.
    Off(Code),
    /// `error=NAME`: report this warning as an error.
    Error(Code),
    /// `slips`: report all warnings of slips.
    Slips,
    /// `error`: report all warnings that are on as errors.
    AllErrors,
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
         error makes all warnings errors. slips turns on {}, for mistakes that the original assemblers \
         accepted silently. Default: all warnings except the slips. NAME is one of {}; \
         --explain NAME explains it. Can be repeated",
        names(Code::is_slip),
        names(|_| true)
    )
}

/// Parses the value of a `-W` option.
pub(super) fn parse(text: &str) -> Result<Warning, String> {
    let (setting, name): (fn(Code) -> Warning, &str) = match text {
        "error" => return Ok(Warning::AllErrors),
        "slips" => return Ok(Warning::Slips),
        _ => match (text.strip_prefix("error="), text.strip_prefix("no-")) {
            (Some(name), _) => (Warning::Error, name),
            (None, Some(name)) => (Warning::Off, name),
            (None, None) => (Warning::On, text),
        },
    };
    let code = Code::by_name(name).filter(|code| code.severity() == Severity::Warning);
    code.map(setting).ok_or_else(|| {
        format!("unknown warning {name} (expected error, slips or one of {})", names(|_| true))
    })
}

/// Returns the severity of a warning, or `None` if it is off.
fn severity(code: Code, settings: &[Warning]) -> Option<Severity> {
    let (mut is_on, mut severity) = (!code.is_slip(), Severity::Warning);
    for setting in settings {
        match setting {
            Warning::On(other) if *other == code => is_on = true,
            Warning::Off(other) if *other == code => is_on = false,
            Warning::Error(other) if *other == code => (is_on, severity) = (true, Severity::Error),
            Warning::Slips => is_on |= code.is_slip(),
            Warning::AllErrors => severity = Severity::Error,
            _ => {}
        }
    }
    is_on.then_some(severity)
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
