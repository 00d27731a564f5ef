//! The folder for files that a command keeps between runs: journals of games, the history of a prompt.

use std::ffi::OsString;
use std::path::PathBuf;

/// The environment variable that names the folder.
pub const STATE_VARIABLE: &str = if cfg!(windows) { "LOCALAPPDATA" } else { "XDG_STATE_HOME" };

/// The folder, relative to the user's home folder, if [`STATE_VARIABLE`] is not set.
const USUAL: &str = if cfg!(windows) { "AppData/Local" } else { ".local/state" };

/// Returns the folder of a command, which may not exist yet. Returns `None` if [`STATE_VARIABLE`] names no
/// folder and the user has no home folder.
///
/// On Windows this is outside the roaming profile, which is copied over the network when the user signs in.
pub fn state_folder(command: &str) -> Option<PathBuf> {
    Some(chosen(std::env::var_os(STATE_VARIABLE), std::env::home_dir())?.join(command))
}

/// A relative path in the variable is ignored, as the XDG Base Directory Specification requires.
fn chosen(variable: Option<OsString>, home: Option<PathBuf>) -> Option<PathBuf> {
    let named = variable.map(PathBuf::from).filter(|path| path.is_absolute());
    named.or_else(|| Some(home.filter(|home| !home.as_os_str().is_empty())?.join(USUAL)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_comes_before_the_home_folder() {
        let root = std::env::temp_dir();
        let home = || Some(root.join("home"));
        assert_eq!(chosen(Some(root.join("state").into()), home()), Some(root.join("state")));
        for variable in [None, Some("".into()), Some("state".into())] {
            assert_eq!(chosen(variable, home()), Some(root.join("home").join(USUAL)));
        }
        assert_eq!(chosen(None, None), None);
        assert_eq!(chosen(None, Some(PathBuf::new())), None);
    }
}
