//! The sound device of the host, which plays the loudspeaker while the machine runs.
//!
//! The device calls back from its own thread and takes the samples that the machine has put into the queue.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use cpal::traits::{DeviceTrait as _, HostTrait as _, StreamTrait as _};
use cpal::{BufferSize, Device, Error, ErrorKind, FromSample, SampleFormat, SizedSample, Stream};
use cpal::{StreamConfig, SupportedBufferSize, SupportedStreamConfig};

use super::sound_queue::{MACHINE_RATE, SoundQueue};

/// The longest wait for the last samples to be played.
const MAX_WAIT: Duration = Duration::from_millis(500);
/// Callbacks per second, if the device allows it. On a busy host, more frequent callbacks come too late.
const CALLBACKS_PER_SECOND: u32 = 20;
/// Time from the callback that takes a sample until it is heard: two callbacks.
const DEVICE_DELAY: Duration = Duration::from_millis(100);

pub(super) struct LiveSound {
    queue: Arc<Mutex<SoundQueue>>,
    failure: Arc<OnceLock<Error>>,
    /// Plays until it is dropped.
    _stream: Stream,
}

impl LiveSound {
    /// Starts the default sound device of the host.
    pub(super) fn open() -> io::Result<LiveSound> {
        let open = || {
            let device = cpal::default_host().default_output_device().ok_or(ErrorKind::DeviceNotAvailable)?;
            LiveSound::on(&device)
        };
        open().map_err(|error: Error| {
            let what = format!("no sound device can be used ({error}); give a WAV file in place of \"live\"");
            io::Error::new(io::ErrorKind::NotFound, what)
        })
    }

    fn on(device: &Device) -> Result<LiveSound, Error> {
        let config = configuration(device)?;
        let queue = Arc::new(Mutex::new(SoundQueue::new(config.sample_rate())));
        let failure = Arc::new(OnceLock::new());
        let start = match config.sample_format() {
            SampleFormat::F32 => start::<f32>,
            SampleFormat::I32 => start::<i32>,
            SampleFormat::I16 => start::<i16>,
            SampleFormat::U8 => start::<u8>,
            _ => return Err(ErrorKind::UnsupportedConfig.into()),
        };
        let stream = start(device, config, Arc::clone(&queue), Arc::clone(&failure))?;
        stream.play()?;
        Ok(LiveSound { queue, failure, _stream: stream })
    }

    /// Adds samples of 16 bits, the low byte first. A device that has failed does not stop the machine.
    pub(super) fn play(&self, bytes: &[u8]) {
        locked(&self.queue).add(bytes);
    }

    /// Waits until the last sample is heard.
    ///
    /// # Errors
    ///
    /// The device has failed since it was opened.
    pub(super) fn finish(self) -> io::Result<()> {
        locked(&self.queue).end();
        let begun = Instant::now();
        while !locked(&self.queue).is_empty() && self.failure.get().is_none() && begun.elapsed() < MAX_WAIT {
            thread::sleep(Duration::from_millis(10));
        }
        match self.failure.get() {
            Some(error) => Err(io::Error::other(format!("the sound device has failed: {error}"))),
            None => {
                thread::sleep(DEVICE_DELAY);
                Ok(())
            }
        }
    }
}

/// Returns the device's usual configuration, with the rate of the machine's samples if the device has it.
fn configuration(device: &Device) -> Result<SupportedStreamConfig, Error> {
    let usual = device.default_output_config()?;
    let mut same = device.supported_output_configs()?.filter(|range| {
        range.channels() == usual.channels() && range.sample_format() == usual.sample_format()
    });
    Ok(same.find_map(|range| range.try_with_sample_rate(MACHINE_RATE)).unwrap_or(usual))
}

fn start<T: SizedSample + FromSample<f32>>(
    device: &Device,
    config: SupportedStreamConfig,
    queue: Arc<Mutex<SoundQueue>>,
    failure: Arc<OnceLock<Error>>,
) -> Result<Stream, Error> {
    let channels = usize::from(config.channels());
    let mut buffered: StreamConfig = config.into();
    if let SupportedBufferSize::Range { min, max } = *config.buffer_size() {
        let frames = config.sample_rate() / CALLBACKS_PER_SECOND;
        buffered.buffer_size = BufferSize::Fixed(frames.max(min).min(max));
    }
    device.build_output_stream(
        buffered,
        move |samples: &mut [T], _| {
            let mut queue = locked(&queue);
            samples.chunks_mut(channels).for_each(|frame| frame.fill(T::from_sample(queue.next())));
        },
        move |error| {
            // After other errors, such as an underrun, the device continues.
            if matches!(error.kind(), ErrorKind::DeviceNotAvailable | ErrorKind::StreamInvalidated) {
                // Only the first failure is kept.
                let _ = failure.set(error);
            }
        },
        None,
    )
}

fn locked(queue: &Mutex<SoundQueue>) -> MutexGuard<'_, SoundQueue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}
