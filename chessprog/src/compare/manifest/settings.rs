//! Reads settings as reports print them.

use crate::parameters::settings::{SEARCH, WIDTHS};
use crate::vocabulary::{Settings, WIDTHS_KEPT};

/// Reads `SETW 6, SETD 2, ...`: the widths and every parameter, as [`describe`](crate::program::describe)
/// writes them. Returns `None` if a parameter is missing, unknown, or out of range.
pub fn read_settings(text: &str) -> Option<Settings> {
    let mut settings = Settings::normal();
    let mut parts = text.split(", ");
    let widths = parts.next()?.strip_prefix("SETW ")?.split(' ');
    let widths = widths.map(|word| word.parse().ok().filter(|width| WIDTHS.contains(width)));
    settings.widths = widths.collect::<Option<_>>()?;
    for parameter in &SEARCH {
        let value = parts.next()?.strip_prefix(parameter.name)?.strip_prefix(' ')?;
        let number = value.parse().ok().filter(|number| parameter.limits.contains(number))?;
        (parameter.set)(&mut settings, number);
    }
    (parts.next().is_none() && settings.widths.len() <= WIDTHS_KEPT).then_some(settings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::describe;
    use crate::vocabulary::Scheme;

    #[test]
    fn settings_round_trip_through_their_description() {
        let odd = Settings {
            depth: 3,
            repetition: Scheme::Shadow,
            once_is_draw: false,
            hash_exact: true,
            ..Settings::tournament()
        };
        for settings in [Settings::normal(), Settings::normal().original(), odd] {
            assert_eq!(read_settings(&describe(&settings)), Some(settings));
        }
        let good = describe(&Settings::normal());
        for (from, to) in [
            ("SETW 6", "SETW 0"),
            ("SETW 6", "SETW "),
            ("SETW 6, ", ""),
            ("SETD 4", "SETD 40"),
            ("SETF 2, ", ""),
            ("MODS 1", "MODS 1, MODS 1"),
        ] {
            assert_eq!(read_settings(&good.replacen(from, to, 1)), None, "{from} replaced by {to}");
        }
    }
}
