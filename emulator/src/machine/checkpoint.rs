//! The state of the machine kept in memory, to come back to it.
//!
//! Unlike a [snapshot](crate::snapshot) it is no file: what is as it was at the checkpoint before is shared with that one, so
//! that many of them take little room.

use super::{Input, Machine, Repeat};
use crate::cpu::Cpu;
use crate::io::SavedInOut;
use crate::memory::Memory;
use crate::time::Nanos;
use crate::word::Word;
use std::sync::Arc;

/// Words that are shared or not as one.
const PAGE: usize = 512;
/// Bytes of a device's state that are shared or not as one.
const CHUNK: usize = 4096;

/// A state of the machine: all that a snapshot has.
#[derive(Clone)]
pub(crate) struct Checkpoint {
    cpu: Cpu,
    repeat: Repeat,
    /// Everything of the memory but its words.
    memory: Box<Idle>,
    pages: Vec<Arc<[Word]>>,
    /// The devices, without their states, which are beside them in chunks.
    io: SavedInOut,
    states: Vec<Vec<Arc<[u8]>>>,
    plans: Vec<(Nanos, Input)>,
}

/// A memory without its words.
#[derive(Clone)]
struct Idle {
    set: crate::memory::MemorySet,
    size: u32,
    shadow: [Word; 16],
    busy_until: [Nanos; 16],
}

/// `whole` in pieces of `length`, shared with `before` where they are the same.
fn pieces<T: Copy + PartialEq>(whole: &[T], length: usize, before: Option<&Vec<Arc<[T]>>>) -> Vec<Arc<[T]>> {
    let share = |(index, piece): (usize, &[T])| {
        let known = before.and_then(|before| before.get(index)).filter(|known| known[..] == *piece);
        known.map_or_else(|| Arc::from(piece), Arc::clone)
    };
    whole.chunks(length).enumerate().map(share).collect()
}

impl Checkpoint {
    /// How many bytes it has to itself, if it is the only one that is not shared with `before`.
    pub(crate) fn bytes_beside(&self, before: Option<&Checkpoint>) -> usize {
        let own = |pieces: usize, known: usize, size: usize| (pieces - known) * size;
        let shared = |at: usize| {
            before
                .and_then(|before| before.pages.get(at))
                .is_some_and(|page| Arc::ptr_eq(page, &self.pages[at]))
        };
        let pages = own(self.pages.len(), (0..self.pages.len()).filter(|&at| shared(at)).count(), PAGE * 8);
        let chunks: usize = (self.states.iter().enumerate())
            .map(|(device, chunks)| {
                let known = before.and_then(|before| before.states.get(device));
                let shared = |(at, chunk): &(usize, &Arc<[u8]>)| {
                    known.and_then(|known| known.get(*at)).is_some_and(|known| Arc::ptr_eq(known, chunk))
                };
                own(chunks.len(), chunks.iter().enumerate().filter(shared).count(), CHUNK)
            })
            .sum();
        let handles = (self.pages.len() + self.states.iter().map(Vec::len).sum::<usize>()) * 16;
        pages + chunks + handles + size_of::<Checkpoint>() + size_of::<Idle>()
    }
}

impl Machine {
    /// The state now; what is as it was `before` is shared with that.
    pub(crate) fn checkpoint(&self, before: Option<&Checkpoint>) -> Checkpoint {
        let mut io = self.io.save();
        let states = io.states_mut().map(std::mem::take).enumerate();
        let states = states
            .map(|(device, state)| pieces(&state, CHUNK, before.and_then(|before| before.states.get(device))))
            .collect();
        let memory = Box::new(Idle {
            set: self.memory.set(),
            size: self.memory.size(),
            shadow: std::array::from_fn(|ac| self.memory.shadow(ac)),
            busy_until: self.memory.busy_until(),
        });
        Checkpoint {
            cpu: self.cpu.clone(),
            repeat: self.repeat().clone(),
            memory,
            pages: pieces(self.memory.words(), PAGE, before.map(|before| &before.pages)),
            io,
            states,
            plans: self.plans().cloned().collect(),
        }
    }

    /// Puts the machine into a state that it had; breakpoints stay, a recording ends.
    pub(crate) fn return_to(&mut self, checkpoint: &Checkpoint) {
        let mut memory = Memory::new(checkpoint.memory.set);
        memory.set_size(checkpoint.memory.size);
        for (words, page) in memory.words_mut().chunks_mut(PAGE).zip(&checkpoint.pages) {
            words.copy_from_slice(page);
        }
        for (ac, &word) in checkpoint.memory.shadow.iter().enumerate() {
            memory.put_shadow(ac, word);
        }
        memory.set_busy_until(checkpoint.memory.busy_until);
        let mut io = checkpoint.io.clone();
        for (state, chunks) in io.states_mut().zip(&checkpoint.states) {
            *state = chunks.iter().flat_map(|chunk| chunk.iter().copied()).collect();
        }
        self.io.restore(&io).expect("the devices are those whose state it was");
        self.memory = memory;
        self.cpu = checkpoint.cpu.clone();
        self.set_repeat(checkpoint.repeat.clone());
        self.set_plans(checkpoint.plans.clone());
    }

    /// Does something with the machine, which is afterwards as it was, recordings included; what was printed meanwhile is
    /// lost.
    pub(crate) fn aside<R>(&mut self, f: impl FnOnce(&mut Machine) -> R) -> R {
        let now = self.checkpoint(None);
        let (record, done) = (self.record.take(), self.done.take());
        let (carried, reported) = (self.carried.take(), self.reported);
        let result = f(self);
        self.io.take_all();
        self.return_to(&now);
        (self.record, self.done, self.carried, self.reported) = (record, done, carried, reported);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Address;
    use crate::machine::Until;

    fn machine() -> Machine {
        let mut machine = Machine::default();
        machine.deposit(Address::new(0o100), Word::halves(0o344040, 0o100)); // AOJA 1,100
        machine.memory.put_shadow(3, Word::SIGN);
        machine.type_text("HELLO");
        machine.input_at(Nanos::from_seconds(9), Input::ClearMemory);
        machine.start(Address::new(0o100));
        machine
    }

    #[test]
    fn the_machine_comes_back_whole() {
        let mut machine = machine();
        let (first, snapshot) = (machine.checkpoint(None), machine.snapshot());
        machine.run_until(Until::after_seconds(&machine, 1));
        let (second, later) = (machine.checkpoint(Some(&first)), machine.snapshot());
        machine.return_to(&first);
        assert!(machine.snapshot() == snapshot);
        machine.return_to(&second);
        assert!(machine.snapshot() == later);
        assert!(second.bytes_beside(Some(&first)) < second.bytes_beside(None) / 10);
    }

    #[test]
    fn what_is_done_aside_leaves_no_trace() {
        let mut machine = machine();
        machine.start_recording();
        machine.type_text("A");
        let snapshot = machine.snapshot();
        machine.aside(|machine| {
            machine.deposit(Address::new(0o200), Word::ONES);
            machine.run_until(Until::after_seconds(machine, 1))
        });
        assert!(machine.snapshot() == snapshot);
        assert_eq!(machine.take_recording().map(|record| record.len()), Some(1));
    }
}
