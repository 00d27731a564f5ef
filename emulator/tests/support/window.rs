//! A pseudo-terminal with a command in it, driven by a test.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// Timeout of a wait, longer than any should take.
const PATIENCE: Duration = Duration::from_secs(120);
const MOMENT: Duration = Duration::from_millis(20);

pub(crate) struct Window {
    /// The user's end of the pseudo-terminal.
    screen: File,
    /// The command's end.
    line: File,
    child: Child,
    shown: String,
}

#[allow(dead_code, reason = "each command's tests use a part of it")]
impl Window {
    /// Opens a terminal and runs `command` in it, as the first process of its session.
    pub(crate) fn open(command: &Command) -> Window {
        let screen =
            openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal");
        grantpt(&screen).and_then(|()| unlockpt(&screen)).expect("a terminal");
        let name = ptsname(&screen, Vec::new()).expect("a terminal");
        let line = File::options()
            .read(true)
            .write(true)
            .open(OsStr::from_bytes(name.to_bytes()))
            .expect("its line");
        let size = Winsize { ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&line, size).expect("a size");
        let stream = || Stdio::from(line.try_clone().expect("a stream"));
        let mut leader = Command::new("setsid");
        leader.arg("--ctty").arg(command.get_program()).args(command.get_args());
        leader.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?)))).env("TERM", "xterm");
        command.get_current_dir().map(|folder| leader.current_dir(folder));
        let child =
            leader.stdin(stream()).stdout(stream()).stderr(stream()).spawn().expect("setsid is there");
        Window { screen: screen.into(), line, child, shown: String::new() }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn strike(&mut self, keys: &str) {
        self.screen.write_all(keys.as_bytes()).expect("the keys are read");
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&self.line, size).expect("a size");
    }

    pub(crate) fn kill(mut self) {
        self.child.kill().and_then(|()| self.child.wait()).expect("a child");
    }

    /// Returns `true` if the command has set the terminal to pass keys on one by one, without echo.
    pub(crate) fn is_raw(&self) -> bool {
        !tcgetattr(&self.line)
            .expect("a terminal")
            .local_modes
            .contains(LocalModes::ICANON | LocalModes::ECHO)
    }

    /// Waits until `text` is shown; returns everything shown.
    pub(crate) fn see(&mut self, text: &str) -> &str {
        let begun = Instant::now();
        while !self.shown.contains(text) {
            assert!(begun.elapsed() < PATIENCE, "no {text:?} in {:?}", self.shown);
            self.look();
        }
        &self.shown
    }

    pub(crate) fn has_shown(&self, text: &str) -> bool {
        self.shown.contains(text)
    }

    /// Waits up to [`MOMENT`] for output and reads it.
    pub(crate) fn look(&mut self) {
        let moment = Timespec { tv_sec: 0, tv_nsec: MOMENT.as_nanos() as _ };
        let waits = poll(&mut [PollFd::new(&self.screen, PollFlags::IN)], Some(&moment)).expect("a terminal");
        let mut bytes = [0; 4096];
        if waits > 0
            && let Ok(length) = self.screen.read(&mut bytes)
        {
            self.shown += &String::from_utf8_lossy(&bytes[..length]);
        }
    }

    pub(crate) fn wait(&mut self, time: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < time {
            self.look();
        }
    }

    /// Sends a signal by its name; returns the output up to the end, and the status.
    pub(crate) fn signal(&mut self, name: &str) -> (String, i32) {
        let sent =
            Command::new("kill").args(["-s", name, &self.id().to_string()]).status().expect("kill is there");
        assert!(sent.success());
        let begun = Instant::now();
        loop {
            self.look();
            if let Some(status) = self.child.try_wait().expect("a child") {
                self.wait(MOMENT);
                return (self.shown.clone(), status.code().expect("the command was not killed"));
            }
            assert!(begun.elapsed() < PATIENCE, "the command continues after {name}: {:?}", self.shown);
        }
    }

    /// Closes the window; returns the status, and the time until the end.
    pub(crate) fn close(self) -> (i32, Duration) {
        let Window { screen, line, mut child, .. } = self;
        drop((screen, line));
        let begun = Instant::now();
        loop {
            if let Some(status) = child.try_wait().expect("a child") {
                return (status.code().unwrap_or_else(|| panic!("{status}")), begun.elapsed());
            }
            assert!(begun.elapsed() < PATIENCE, "the command continues without a window");
            std::thread::sleep(MOMENT);
        }
    }
}
