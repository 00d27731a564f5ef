//! Reads settings as reports print them.

use crate::parameters::settings::{SEARCH, WIDTHS};
use crate::vocabulary::{Settings, WIDTHS_KEPT};

/// Why settings cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsFault {
    /// The text has no widths at its start.
    #[error("`{0}` does not begin with SETW")]
    NoWidths(String),
    /// A parameter is missing: its name, and the text.
    #[error("{0} is missing in the settings `{1}`")]
    Missing(&'static str, String),
    /// A parameter does not accept a value.
    #[error("{0} cannot be `{1}`")]
    Value(&'static str, String),
    /// Something follows the last parameter.
    #[error("`{0}` is one too many in the settings")]
    Excess(String),
}

/// Reads `SETW 6, SETD 2, ...`: the widths and every parameter, as [`describe`](crate::program::describe)
/// writes them.
///
/// # Errors
/// Returns an error if a parameter is missing, unknown, or out of range.
pub fn read_settings(text: &str) -> Result<Settings, SettingsFault> {
    let mut settings = Settings::normal();
    let mut parts = text.split(", ");
    let widths = parts.next().and_then(|part| part.strip_prefix("SETW "));
    settings.widths = read_widths(widths.ok_or_else(|| SettingsFault::NoWidths(text.to_owned()))?)?;
    for parameter in &SEARCH {
        let name = parameter.name;
        let part = parts.next().and_then(|part| part.strip_prefix(name)?.strip_prefix(' '));
        let value = part.ok_or_else(|| SettingsFault::Missing(name, text.to_owned()))?;
        let number = value.parse().ok().filter(|number| parameter.limits.contains(number));
        let number = number.ok_or_else(|| SettingsFault::Value(name, value.to_owned()))?;
        (parameter.set)(&mut settings, number);
    }
    match parts.next() {
        None => Ok(settings),
        Some(rest) => Err(SettingsFault::Excess(rest.to_owned())),
    }
}

fn read_widths(text: &str) -> Result<Vec<u32>, SettingsFault> {
    let width = |word: &str| word.parse().ok().filter(|width| WIDTHS.contains(width));
    let widths: Option<Vec<u32>> = text.split(' ').map(width).collect();
    let known = widths.filter(|widths| (1..=WIDTHS_KEPT).contains(&widths.len()));
    known.ok_or_else(|| SettingsFault::Value("SETW", text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::describe;
    use crate::vocabulary::Scheme;

    #[test]
    fn settings_are_read_as_they_are_told() {
        let odd = Settings {
            depth: 3,
            repetition: Scheme::Shadow,
            once_is_draw: false,
            hash_exact: true,
            ..Settings::tournament()
        };
        for settings in [Settings::normal(), Settings::normal().original(), odd] {
            assert_eq!(read_settings(&describe(&settings)), Ok(settings));
        }
        let good = describe(&Settings::normal());
        for (from, to, why) in [
            ("SETW 6", "SETW 0", "SETW cannot be `0`"),
            ("SETW 6, ", "", "does not begin with SETW"),
            ("SETD 4", "SETD 40", "SETD cannot be `40`"),
            ("SETF 2, ", "", "SETF is missing"),
            ("MODS 1", "MODS 1, MODS 1", "`MODS 1` is one too many"),
        ] {
            let error = read_settings(&good.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
