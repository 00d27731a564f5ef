//! A tape transport with its reel.

use crate::formats::magtape::{MagTape, TapeRecord};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MountedReel {
    pub tape: MagTape,
    /// `true` if the reel has its write ring.
    pub writable: bool,
    pub changed: bool,
    /// The first record written but not yet reported to the host; not part of snapshots.
    #[serde(skip)]
    pub fresh: Option<usize>,
}

impl MountedReel {
    pub(super) fn new(tape: MagTape, writable: bool) -> MountedReel {
        MountedReel { tape, writable, changed: false, fresh: None }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TapeTransport {
    pub reel: Option<MountedReel>,
    /// The number of records and tape marks before the heads.
    position: usize,
    pub is_rewinding: bool,
    /// The reel is not ready until it is mounted again.
    is_unloaded: bool,
}

impl TapeTransport {
    /// Mounts a reel at the load point, or removes the reel. Returns the old one.
    pub(super) fn load(&mut self, reel: Option<MountedReel>) -> Option<MountedReel> {
        std::mem::replace(self, TapeTransport { reel, ..TapeTransport::default() }).reel
    }

    pub(super) fn is_ready(&self) -> bool {
        self.reel.is_some() && !self.is_rewinding && !self.is_unloaded
    }

    pub(super) fn is_writable(&self) -> bool {
        self.reel.as_ref().is_some_and(|reel| reel.writable)
    }

    pub(super) fn is_at_load_point(&self) -> bool {
        self.reel.is_some() && self.position == 0
    }

    /// Begins to rewind. Returns the number of characters before the heads.
    pub(super) fn begin_rewind(&mut self, unload: bool) -> usize {
        (self.is_rewinding, self.is_unloaded) = (true, unload);
        let records = self.reel.iter().flat_map(|reel| &reel.tape.records);
        records.take(self.position).map(TapeRecord::length).sum()
    }

    pub(super) fn end_rewind(&mut self) {
        (self.is_rewinding, self.position) = (false, 0);
    }

    /// Moves over the next record, or over the one before the heads; `None` at the end of the tape and at the
    /// load point.
    pub(super) fn pass(&mut self, reverse: bool) -> Option<&TapeRecord> {
        let at = if reverse { self.position.checked_sub(1)? } else { self.position };
        let record = self.reel.as_ref()?.tape.records.get(at)?;
        self.position = if reverse { at } else { at + 1 };
        Some(record)
    }

    /// Writes a record at the heads. The old records after it are lost.
    pub(super) fn write(&mut self, record: TapeRecord) {
        let Some(reel) = &mut self.reel else { return };
        reel.tape.records.truncate(self.position);
        reel.tape.records.push(record);
        reel.changed = true;
        reel.fresh = Some(reel.fresh.map_or(self.position, |first| first.min(self.position)));
        self.position += 1;
    }

    pub(super) fn details(&self) -> String {
        let Some(reel) = &self.reel else { return "no tape".to_owned() };
        let state = match (self.is_rewinding, self.is_unloaded) {
            (true, _) => "rewinding, ",
            (false, true) => "unloaded, ",
            _ => "",
        };
        let protection = if reel.writable { "" } else { ", write-locked" };
        let changed = if reel.changed { ", changed" } else { "" };
        format!("{state}record {} of {}{protection}{changed}", self.position, reel.tape.records.len())
    }
}
