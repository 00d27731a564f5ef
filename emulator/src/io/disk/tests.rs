//! The control with the data control and a disk.

use super::*;
use crate::bus::Bus;
use crate::io::InOut;
use crate::io::dectape::DecTape;

const DATA: DeviceCode = DeviceCode::DC;

/// Unit 0, disc 2, position 1, record 43: the last record of its position.
const ADDRESS: u64 = 0o020153;

struct TestDisk {
    bus: InOut,
    now: Nanos,
}

impl TestDisk {
    fn with(bytes: &[u8], writable: bool) -> TestDisk {
        let mut bus = InOut::new();
        bus.connect(Box::new(DecTape::default()));
        bus.connect(Box::new(DiskControl::default()));
        let medium = Medium { bytes: bytes.to_vec(), writable };
        bus.with("dsk", Nanos::ZERO, |device, context| device.mount(0, medium, context)).unwrap().unwrap();
        TestDisk { bus, now: Nanos::ZERO }
    }

    fn cono(&mut self, code: DeviceCode, bits: u64) {
        self.bus.cono(code, Word::new(bits), self.now);
    }

    /// Returns the right half of CONI 270.
    fn status(&mut self) -> u64 {
        self.bus.coni(DISK, self.now).bits() & 0o777777
    }

    fn step(&mut self) {
        self.now = self.bus.next_event();
        assert!(self.now < Nanos::MAX, "no event is scheduled");
        self.bus.advance(self.now);
    }

    /// Gives an address, and steps until the record is ready.
    fn locate(&mut self, address: u64) {
        self.bus.datao(DISK, Word::new(address), self.now);
        while self.bus.next_event() < Nanos::MAX && self.status() & 0o40000 == 0 {
            self.step();
        }
    }

    /// Gives the command and the words 1 to `count`, and steps until the control is idle.
    fn write(&mut self, command: u64, count: u64) {
        self.cono(DATA, 0o3450);
        self.cono(DISK, command);
        for number in 1..=count {
            while self.bus.coni(DATA, self.now).bits() & 0o1000 == 0 {
                self.step();
            }
            self.bus.datao(DATA, Word::new(number), self.now);
        }
        while self.status() & 0o400000 == 0 {
            self.step();
        }
    }

    fn image(&mut self) -> DiskImage {
        let image = self.bus.with("dsk", self.now, |device, context| device.image(0, context)).unwrap();
        DiskImage::read(&image.unwrap().0).unwrap()
    }
}

/// The address takes 43 us, and the seek 100 ms plus 2.38 ms for the one position that the heads pass. The
/// record is ready for 1 ms. When the address is given again, the record is ready half a revolution later:
/// 27.5 ms. Writing takes 15 us, 200 us, 127 times 62.5 us from the first word to the last, and 2 us.
#[test]
fn an_operation_takes_its_time() {
    let mut disk = TestDisk::with(&[], true);
    assert_eq!(disk.status(), 0o400000, "idle");
    disk.cono(DISK, 0o25);
    disk.locate(ADDRESS);
    assert_eq!((disk.now, disk.bus.requests()), (Nanos::from_micros(43 + 100_000 + 2_380), 0o004));
    disk.step();
    assert_eq!((disk.status(), disk.bus.requests()), (0o100000, 0), "the record has passed");
    disk.locate(ADDRESS);
    let ready = disk.now;
    assert_eq!(ready, Nanos::from_micros(43 + 100_000 + 2_380 + 1_000 + 43 + 27_500));
    disk.write(WRITE.into(), 128);
    assert_eq!(disk.now.since(ready).get(), 15_000 + 200_000 + 127 * 62_500 + 2_000);
    assert_eq!(disk.status(), 0o400000);
    // Record 43 of position 1 of disc 2.
    let record = (2 * 64 + 1) * 44 + 43;
    let image = disk.image();
    assert!((0..128).all(|index| image.word(record, index) == Word::new(index as u64 + 1)));
    let pieces = disk.bus.fresh("dsk", 0, disk.now);
    assert_eq!((pieces.len(), pieces[0].at), (1, record as usize * 1024));
    assert_eq!((&pieces[0].bytes[..9], pieces[0].bytes.len()), (&[1, 0, 0, 0, 0, 0, 0, 0, 2][..], 1024));
    assert_eq!(disk.bus.fresh("dsk", 0, disk.now), []);
}

/// Record 0 of the same position follows record 43. END ends the reading in the middle of record 0.
#[test]
fn reading_continues_until_its_end() {
    let mut disk = TestDisk::with(&[], true);
    disk.locate(ADDRESS);
    disk.write(WRITE.into(), 128);
    disk.locate(ADDRESS);
    disk.cono(DATA, 0o4050);
    disk.cono(DISK, READ.into());
    let mut words = Vec::new();
    while words.len() < 130 {
        disk.step();
        if disk.bus.coni(DATA, disk.now).bits() & 0o1000 != 0 {
            words.push(disk.bus.datai(DATA, disk.now).bits());
        }
    }
    let expected: Vec<u64> = (1..=128).chain([0, 0]).collect();
    assert_eq!((words, disk.status()), (expected, 0o4000));
    disk.cono(DISK, 0o10015);
    assert_eq!((disk.status(), disk.bus.requests()), (0o2000, 0));
    disk.step();
    assert_eq!((disk.status(), disk.bus.requests()), (0o400000, 0o004), "idle");
    assert_eq!(disk.bus.next_event(), Nanos::MAX);
}

/// Words that the program does not supply are written as zero. Without END the control reports that they are
/// late, and stops after this record.
#[test]
fn words_that_are_missing_are_zero() {
    for (bits, status) in [(0, 0o400020), (0o10000, 0o400000)] {
        let mut disk = TestDisk::with(&[], true);
        disk.locate(0);
        disk.cono(DATA, 0o3450);
        disk.cono(DISK, WRITE.into());
        for number in [1, 2] {
            disk.bus.datao(DATA, Word::new(number), disk.now);
        }
        while disk.status() & 0o4000 == 0 {
            disk.step();
        }
        disk.cono(DISK, bits);
        while disk.status() & 0o400000 == 0 {
            disk.step();
        }
        assert_eq!(disk.status(), status);
        let image = disk.image();
        assert_eq!([0, 1, 2, 127].map(|index| image.word(0, index).bits()), [1, 2, 0, 0]);
        disk.cono(DISK, 0o200);
        assert_eq!(disk.status(), 0o400000, "the errors are cleared");
    }
}

#[test]
fn errors_are_flags() {
    let mut bytes = vec![0; 1024];
    bytes[8 * 5] = 1;
    let mut disk = TestDisk::with(&bytes, false);
    disk.cono(DISK, 0o104);
    disk.locate(0o54);
    assert_eq!((disk.status(), disk.bus.requests()), (0o400102, 0o010), "record 44 does not exist");
    disk.cono(DISK, 0o304);
    assert_eq!((disk.status(), disk.bus.requests()), (0o400000, 0));
    disk.locate(0o200000);
    assert_eq!(disk.status(), 0o400103, "unit 1 has no disk");
    disk.cono(DISK, 0o200);
    disk.locate(0);
    disk.write(WRITE.into(), 0);
    assert_eq!(disk.status(), 0o400202, "write-locked");
    disk.cono(DISK, 0o200);
    disk.locate(0o1_000007);
    disk.write(COMPARE.into(), 128);
    assert_eq!(disk.status(), 0o400010, "record 0, and not as it is on the disk");
    disk.cono(DISK, 0o200);
    disk.locate(0);
    disk.cono(DATA, 0o4010);
    disk.cono(DISK, READ.into());
    while disk.status() & 0o400000 == 0 {
        disk.step();
    }
    assert_eq!(disk.status(), 0o400020, "the port is not selected");
    disk.locate(0);
    disk.cono(DISK, 0o20000);
    assert_eq!((disk.status(), disk.bus.next_event()), (0o400020, Nanos::MAX), "clear");
    let error = |bytes: &[u8], unit| {
        let medium = Medium { bytes: bytes.to_vec(), writable: true };
        let mut disk = TestDisk::with(&[], true);
        let mounted =
            disk.bus.with("dsk", Nanos::ZERO, |device, context| device.mount(unit, medium, context));
        mounted.unwrap().unwrap_err().to_string()
    };
    assert_eq!(error(b"", 4), "unknown disk unit 4 (expected 0 to 3)");
    assert_eq!(error(b"ABC", 1), "disk unit 1: 64-bit word at byte 0 is cut short: 5 bytes missing");
}
