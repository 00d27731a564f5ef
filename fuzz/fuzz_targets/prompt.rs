//! Whatever is typed at the prompt is carried out or explained.
#![no_main]

use emulator::debug::{Host, Session, host::{Files, Keys}};
use emulator::io::Produced;
use emulator::machine::Machine;
use emulator::symbols::Symbols;
use libfuzzer_sys::fuzz_target;
use std::io;

/// A world without files, in which everything takes an instant.
struct Nowhere;

impl Host for Nowhere {
    fn print(&mut self, _: &str) {}
    fn teletype(&mut self, _: &[Produced]) {}
    fn keys(&mut self) -> Keys {
        Keys { interrupt: true, ..Keys::default() }
    }
    fn files(&mut self) -> &mut dyn Files {
        self
    }
}

impl Files for Nowhere {
    fn read(&mut self, _: &str) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }
    fn replace(&mut self, _: &str, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
    fn add(&mut self, _: &str, _: &str, made: &mut Vec<u8>) -> io::Result<()> {
        made.clear();
        Ok(())
    }
    fn end(&mut self, _: &str, _: &str) -> io::Result<()> {
        Ok(())
    }
    fn put(&mut self, _: &str, _: &str, _: usize, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
    fn unmount(&mut self, _: &str, _: &str, _: Option<&[u8]>) -> io::Result<()> {
        Ok(())
    }
}

fuzz_target!(|text: &str| {
    let mut session = Session::new(Machine::default(), Symbols::new());
    for line in text.lines().take(20) {
        let _ = session.execute(line, &mut Nowhere);
    }
});
