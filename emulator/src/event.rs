//! The event queue, in which devices schedule their next actions.

use crate::time::Nanos;
use serde::{Deserialize, Serialize};

/// A scheduled action of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// When the event is due.
    pub time: Nanos,
    /// The device's slot on the bus.
    pub slot: usize,
    /// The kind of event, defined by the device.
    pub tag: u32,
}

/// Events ordered by time. Events due at the same time are taken in the order of insertion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventQueue {
    /// Sorted by time, the next event last. There are rarely more than a dozen.
    events: Vec<Event>,
}

impl EventQueue {
    /// Returns the time of the next event; [`Nanos::MAX`] for an empty queue.
    #[inline]
    pub fn next_time(&self) -> Nanos {
        self.events.last().map_or(Nanos::MAX, |event| event.time)
    }

    /// Adds an event, after all that are due at the same time.
    pub fn add(&mut self, event: Event) {
        let place = self.events.partition_point(|known| known.time > event.time);
        self.events.insert(place, event);
    }

    /// Removes the events of `slot` with `tag`.
    pub fn cancel(&mut self, slot: usize, tag: u32) {
        self.events.retain(|event| (event.slot, event.tag) != (slot, tag));
    }

    /// Removes all events of `slot`.
    pub fn cancel_all(&mut self, slot: usize) {
        self.events.retain(|event| event.slot != slot);
    }

    /// Returns when the next event of `slot` with `tag` is due; `None` without such an event.
    pub fn time_of(&self, slot: usize, tag: u32) -> Option<Nanos> {
        self.events.iter().rev().find(|event| (event.slot, event.tag) == (slot, tag)).map(|event| event.time)
    }

    /// Removes and returns the next event if it is due at or before `now`.
    pub fn take_due(&mut self, now: Nanos) -> Option<Event> {
        self.events.pop_if(|event| event.time <= now)
    }

    /// Returns the events in order of time.
    pub fn iter(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().rev()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn cancelled_events_do_not_happen() {
        let mut queue = EventQueue::default();
        for (time, slot, tag) in [(5, 0, 1), (3, 1, 1), (4, 0, 2)] {
            queue.add(Event { time: Nanos(time), slot, tag });
        }
        assert_eq!(queue.time_of(0, 2), Some(Nanos(4)));
        queue.cancel(1, 1);
        assert_eq!(queue.next_time(), Nanos(4));
        assert_eq!(queue.take_due(Nanos(3)), None);
        queue.cancel_all(0);
        assert_eq!(queue.next_time(), Nanos::MAX);
        assert_eq!(queue.take_due(Nanos::MAX), None);
    }

    proptest! {
        #[test]
        fn first_in_first_out_among_equals(times in prop::collection::vec(0u64..20, 0..60)) {
            let mut queue = EventQueue::default();
            let event = |(slot, &time)| Event { time: Nanos(time), slot, tag: 0 };
            let mut events: Vec<Event> = times.iter().enumerate().map(event).collect();
            for &event in &events {
                queue.add(event);
            }
            events.sort_by_key(|event| event.time);
            let taken: Vec<Event> = std::iter::from_fn(|| queue.take_due(Nanos::MAX)).collect();
            prop_assert_eq!(taken, events);
        }
    }
}
