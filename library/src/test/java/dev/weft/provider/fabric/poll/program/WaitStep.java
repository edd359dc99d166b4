package dev.weft.provider.fabric.poll.program;

/**
 * One step of a program: numbers only, so that programs can be repeated, reduced and printed. A
 * step is valid whatever the results of others.
 */
sealed interface WaitStep {
  /** How a program changes a counter. */
  enum Change {
    ADD,
    SET,
    ADD_ERROR,
    SET_ERROR
  }

  /** Posts a receive at one station and sends it a message from another one. */
  record Message(int from, int to) implements WaitStep {}

  /** Posts a receive and cancels it, which writes an error entry. */
  record Failure(int node) implements WaitStep {}

  /** Reads entries of a queue. */
  record Read(int node, int entries) implements WaitStep {}

  /** Reads both values of a counter. */
  record ReadCounter(int node) implements WaitStep {}

  /** Changes a counter. */
  record Alter(int node, Change change, long value) implements WaitStep {}

  /** Adds the queue or the counter of a station to a poll set, or removes it. */
  record Join(int set, int node, boolean counter, boolean leaves) implements WaitStep {}

  /** Polls a set. */
  record Poll(int set, int count) implements WaitStep {}

  /** Polls a set until idle members are armed. */
  record Idle(int set) implements WaitStep {}

  /** Registers the queue or the counter of a station with the selector, or cancels its key. */
  record Register(int node, boolean counter, boolean leaves) implements WaitStep {}

  /** Selects without waiting. */
  record Select() implements WaitStep {}

  /** Asks whether a thread may block on the channel of a queue. */
  record TryWait(int node) implements WaitStep {}

  /** Looks whether a member of the wait set has an event. */
  record LookAtWaitSet() implements WaitStep {}

  /** Has a thread sleep in a read of a queue, then sends to it. */
  record SleepInRead(int from, int to) implements WaitStep {}

  /** Has a thread sleep until a counter has grown by one, then sends to its endpoint. */
  record SleepOnCounter(int from, int to) implements WaitStep {}

  /** Has a thread sleep in the selector, then sends to a station. */
  record SleepInSelector(int from, int to) implements WaitStep {}

  /** Has a thread sleep on the wait set, then sends to a station. */
  record SleepOnWaitSet(int from, int to) implements WaitStep {}
}
