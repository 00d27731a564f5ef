//! `save`, `restore`: write and read snapshots.

use super::{Command, CommandError, Flow, path, required};
use crate::debug::host;
use crate::formats::program::SNAPSHOT_MAGIC;

pub(crate) static SAVE: Command = Command {
    name: "save",
    shortest: 2,
    aliases: &[],
    usage: "FILE",
    summary: "write the whole state of the machine to a file",
    help: "\
Saves processor, memory, devices and the tapes on them, but not breakpoints or
the output files of printer and punch. Replaces an older snapshot, but no other
file.

    pdp6> save middle.snap",
    run: |session, arguments, host| {
        let file = path(required(arguments, "a file name: save FILE")?)?;
        let is_other = |old: Vec<u8>| !old.is_empty() && !old.starts_with(SNAPSHOT_MAGIC);
        if host.files().read(file).is_ok_and(is_other) {
            return Err(CommandError(format!(
                "cannot write \"{file}\": it would replace a file that is not a snapshot; give another name"
            )));
        }
        host::write(host, file, &session.target.machine.snapshot())?;
        Ok(Flow::Continue)
    },
};

pub(crate) static RESTORE: Command = Command {
    name: "restore",
    shortest: 4,
    aliases: &[("get", "")],
    usage: "FILE",
    summary: "restore a state that save has written",
    help: "\
Refuses a damaged file, or one of another version; the machine then does not
change. Detaches tapes and disks, and mounts those of the snapshot.

    pdp6> restore middle.snap",
    run: |session, arguments, host| {
        let file = path(required(arguments, "a file name: restore FILE")?)?;
        let bytes = host::read(host, file)?;
        let reels = session.reels();
        let restored = session.target.machine.restore(&bytes);
        restored.map_err(|error| format!("cannot restore \"{file}\": {error}"))?;
        session.take_away(reels, host)?;
        session.update_loudspeaker()?;
        session.forget_past();
        session.next = session.target.machine.cpu.pc;
        let here = session.target.here(host);
        host.print(&here);
        Ok(Flow::Continue)
    },
};
