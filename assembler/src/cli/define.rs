//! Symbols defined on the command line with `-D`.

use emulator::word::Word;

/// Parses `NAME`, `NAME=17`, `NAME=15.` or `NAME=-1`. As in a source, only the first six characters of a name
/// are significant.
pub(super) fn definition(text: &str) -> Result<(String, Word), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    let of_symbol = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '%' | '$');
    let is_name = name.chars().all(of_symbol) && name.chars().any(|c| !c.is_ascii_digit() && c != '.');
    if !is_name {
        return Err(format!(
            "\"{name}\" is not a symbol: expected letters, digits, points, % and $, not digits alone"
        ));
    }
    Ok((name.to_owned(), number(value)?))
}

fn number(text: &str) -> Result<Word, String> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let (radix, digits) = digits.strip_suffix('.').map_or((8, digits), |digits| (10, digits));
    let plain = digits.bytes().all(|digit| digit.is_ascii_digit());
    let number = u64::from_str_radix(digits, radix).ok().filter(|number| plain && number >> 36 == 0);
    let number =
        number.ok_or_else(|| format!("\"{text}\" is not an octal number of 36 bits (15. is decimal)"))?;
    let word = Word::new(number);
    Ok(if negative { word.wrapping_neg() } else { word })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values() {
        for (text, name, value) in [
            ("DEBUG", "DEBUG", Word::new(1)),
            ("n=17", "n", Word::new(0o17)),
            ("%N.$=15.", "%N.$", Word::new(15)),
            ("ITS=-1", "ITS", Word::ONES),
            (".IOTLSR=0", ".IOTLSR", Word::ZERO),
            ("SEVENLETTERS=1", "SEVENLETTERS", Word::new(1)),
            ("X=777777777777", "X", Word::ONES),
        ] {
            assert_eq!(definition(text), Ok((name.to_owned(), value)), "{text}");
        }
        for text in
            ["", "=1", "12=1", "1.=1", "A B=1", "N=", "N=8", "N=9", "N=+1", "N=1000000000000", "N=1=2"]
        {
            assert!(definition(text).is_err(), "{text}");
        }
    }
}
