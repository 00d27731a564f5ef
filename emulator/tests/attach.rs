//! Files and network peers attached to units, and some that cannot be attached.

use std::fs::{self, File};

use crate::outputs::{folder, pdp6};

/// A writable tape is on at most one drive of one process, and no output replaces it.
#[test]
fn a_tape_is_on_one_drive() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("tape.dta"), vec![0; 591_872]).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("tape.dta", at.join("other.dta")).unwrap();
    // Windows ignores the case of names.
    let other = if cfg!(windows) { "TAPE.DTA" } else { "other.dta" };
    let (status, _, error) = pdp6(at, &["debug"], &format!("attach dt1 tape.dta\nattach dt2 {other}\n"));
    assert!(status == 1 && error.contains("it is in use for dt1"), "{error}");
    let lines = "attach dt1 tape.dta\nsave ./tape.dta\nattach lpt tape.dta\n";
    let (status, _, error) = pdp6(at, &["debug"], lines);
    let (save, lpt) = ("it would replace a file that is not a snapshot", "it would replace dt1");
    assert!(status == 1 && error.contains(save) && error.contains(lpt), "{error}");
    assert_eq!(fs::read(at.join("tape.dta")).unwrap(), vec![0; 591_872]);
    let held = File::open(at.join("tape.dta")).unwrap();
    held.lock().unwrap();
    for arguments in [&["run", "tape.dta"][..], &["debug", "--attach", "dt3=tape.dta"]] {
        let (status, _, error) = pdp6(at, arguments, "");
        assert!(
            status == 1 && error.contains("it is in use by another run or under another name"),
            "{arguments:?}: {error}"
        );
    }
    drop(held);
    let (status, _, error) = pdp6(at, &["debug"], "attach -r dt1 tape.dta\nattach -r dt2 tape.dta\n");
    assert_eq!(status, 0, "two drives that only read: {error}");
}

/// A writable magnetic tape or disk file is on at most one drive.
#[test]
fn a_reel_is_on_one_drive() {
    let folder = folder();
    let at = folder.path();
    // An empty file is a blank reel.
    fs::write(at.join("reel"), "").unwrap();
    for device in ["mt", "dsk"] {
        let lines = format!("attach {device}1 reel\nattach {device}2 reel\ndetach {device}1\n");
        let (status, _, error) = pdp6(at, &["debug"], &lines);
        let expected = format!(
            "cannot attach \"reel\": it is in use for {device}1; detach it there first, or give another \
             file\n"
        );
        assert_eq!((status, error), (1, expected));
        // `save` would replace an empty file that is not on a drive.
        let (status, _, error) = pdp6(at, &["debug"], &format!("attach {device}1 reel\nsave ./reel\n"));
        assert!(status == 1 && error.contains(&format!("it would replace {device}1")), "{error}");
    }
}

#[test]
fn a_file_that_the_unit_has_already_is_reported_as_such() {
    for unit in ["lpt", "ptp", "spk", "tty1", "panel"] {
        let folder = folder();
        let lines = format!("attach {unit} out\nattach {unit} out\nshow attached\n");
        let (status, out, error) = pdp6(folder.path(), &["debug"], &lines);
        let expected = format!("\"out\" is already attached to {unit}\n");
        assert!(status == 1 && error.ends_with(&expected), "{unit}: {error}");
        assert!(out.contains(unit) && out.contains("out"), "{unit}: {out}");
    }
}

/// A snapshot without tapes leaves no tape on a drive, whether or not its file can be written.
#[test]
fn restoring_takes_all_reels_off() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("tape.dta"), vec![0; 591_872]).unwrap();
    for attach in ["attach dt1", "attach -r dt1"] {
        let lines = format!("save empty.snap\n{attach} tape.dta\nrestore empty.snap\nshow attached\nexit\n");
        let (status, out, error) = pdp6(at, &["debug"], &lines);
        assert_eq!((status, error.as_str()), (0, ""), "{attach}");
        assert!(out.contains("\"tape.dta\" was taken off dt1") && !out.contains("dt1:"), "{out}");
    }
}

/// A unit that `restore` has left without a tape accepts another one, and its file does not hinder the exit.
#[test]
fn a_file_is_detached_from_a_unit_that_restore_has_emptied() {
    for attach in ["attach -r mt1", "attach mt1", "attach ptr"] {
        let folder = folder();
        for name in ["reel", "other"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let lines = format!("save empty\n{attach} reel\nrestore empty\nattach mt1 other\nshow attached\n");
        let (status, out, error) = pdp6(folder.path(), &["debug"], &lines);
        assert!(status == 0 && out.contains("mt1   other\n"), "{attach}: {status} {out} {error}");
    }
}

/// After `back` to a moment before a file was attached, the unit has its earlier reel, or none. That reel is
/// not written to the file, and the user can attach another file.
#[test]
fn a_file_is_not_written_before_it_was_attached() {
    let folder = folder();
    // The first word of each tape is different.
    let tape = |byte| [&[byte][..], &[0; 591_871]].concat();
    let tapes = [("first", tape(1)), ("second", tape(2)), ("third", tape(3))];
    for (name, contents) in &tapes {
        fs::write(folder.path().join(name), contents).unwrap();
    }
    let attached = "deposit 100 JRST 100\nattach dt1 first\ngo 100 for 10\nattach dt1 second\n";
    for lines in [
        "continue for 10\nback 15\n",
        "continue for 10\nback 15\ncontinue for 2\n",
        "continue for 10\nback 15\ncontinue for 20\n",
        "continue for 10\nback 15\nattach dt1 third\ncontinue for 20\n",
        "continue for 10\ndetach dt1\ncontinue for 10\nback 15\nattach dt1 third\ncontinue for 20\n",
        "continue for 10\nback to 0\ndetach dt1\nattach dt1 third\ncontinue for 20\n",
    ] {
        let (_, out, error) = pdp6(folder.path(), &["debug"], &format!("{attached}{lines}show dt\n"));
        assert!(!error.contains("no tape") && !out.contains("unit 1: no tape"), "{lines}{out}{error}");
        for (name, contents) in &tapes {
            assert!(fs::read(folder.path().join(name)).unwrap() == *contents, "{lines}: {name}");
        }
    }
}

#[test]
fn restore_leaves_the_loudspeaker_connected_to_its_file() {
    let folder = folder();
    let lines = "save silent\nattach spk out.wav\nsave loud\nrestore silent\nshow spk\n";
    let (status, out, error) = pdp6(folder.path(), &["debug"], lines);
    assert!(status == 0 && out.contains("  connected"), "{status} {out} {error}");
    let (status, out, error) = pdp6(folder.path(), &["debug"], "restore loud\nshow spk\n");
    assert!(status == 0 && out.contains("  not connected"), "{status} {out} {error}");
}

/// If a new file or network peer of a unit cannot be used, the old one stays attached.
#[test]
fn a_wrong_file_leaves_the_old_one_attached() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let peer = listener.local_addr().unwrap().to_string();
    for (unit, old, wrong) in [
        ("lpt", "old", "none/new"),
        ("ptp", "old", "echo.script"),
        ("cp", "old", "echo.script"),
        ("spk", "old", "none/new"),
        ("tty", "old", "none/new"),
        ("tty1", "old", "tcp:127.0.0.1"),
        ("gty1", "tcp:0", "tcp:127.0.0.1"),
        ("dcs1", "tcp:0", "none/new"),
        ("panel", "old", "echo.script"),
        ("link", &peer, "127.0.0.1"),
        ("ptr", "echo.script", "none"),
        ("cr", "echo.script", "none"),
        ("dt1", "blank", "echo.script"),
        ("mt0", "blank", "echo.script"),
    ] {
        let folder = folder();
        fs::write(folder.path().join("blank"), "").unwrap();
        let lines = format!("attach {unit} {old}\nattach {unit} {wrong}\ndetach {unit}\n");
        let (status, _, error) = pdp6(folder.path(), &["debug"], &lines);
        // Remarks about network peers are in brackets.
        let errors: Vec<&str> = error.lines().filter(|line| !line.starts_with('[')).collect();
        assert!(status == 1 && errors.len() == 1 && errors[0].contains(wrong), "{unit}: {error}");
    }
    // The program prints one letter. It is in the file attached before, although attaching another file was
    // tried.
    let folder = folder();
    let lines = "attach tty old\nattach tty none/new\ngo 102\nattach tty new\ngo 102\n";
    let (status, _, error) = pdp6(folder.path(), &["debug", "echo.script"], lines);
    assert!(status == 1 && error.contains("none/new"), "{error}");
    let [old, new] = ["old", "new"].map(|name| fs::read(folder.path().join(name)).unwrap());
    assert_eq!((&old[..], &new[..]), (&b"P"[..], &b"P"[..]));
}

#[cfg(unix)]
#[test]
fn a_read_only_tape_is_write_protected() {
    let folder = folder();
    let tape = folder.path().join("tape.dta");
    fs::write(&tape, vec![0; 591_872]).unwrap();
    fs::set_permissions(&tape, std::os::unix::fs::PermissionsExt::from_mode(0o444)).unwrap();
    let (status, out, error) = pdp6(folder.path(), &["debug"], "attach dt1 tape.dta\nshow dt\n");
    assert_eq!(status, 0, "{error}");
    assert!(out.starts_with("\"tape.dta\" cannot be written: it is write-protected on dt1\n"), "{out}");
    assert!(out.contains("write-locked") && out.contains("file \"tape.dta\", read only"), "{out}");
}
