package dev.weft.rdmacm.program;

/**
 * One step of a program: numbers only, so that programs can be repeated, reduced and printed. A
 * step is valid whatever the results of others: where its object is missing, it does nothing.
 *
 * <p>The {@code id} is the number of a caller, or that plus the number of callers for the id of its
 * request.
 */
sealed interface ConnectionStep {
  /** Creates a caller, if there is none of this number. */
  record Create(int id, int channel) implements ConnectionStep {}

  /** Opens a listener, if it is closed. */
  record Listen(int listener, int channel) implements ConnectionStep {}

  /** Creates a queue pair of a kind in {@link ConnectionSetup}. */
  record CreateQp(int id, int kind) implements ConnectionStep {}

  /** Closes the queue pair. */
  record DestroyQp(int id) implements ConnectionStep {}

  /** Connects, with private data, or with more reads than the device has. */
  record Connect(int id, int listener, long bytes, boolean greedy) implements ConnectionStep {}

  /** Accepts, with private data, or with more reads than the device has. */
  record Accept(int id, long bytes, boolean greedy) implements ConnectionStep {}

  /** Rejects, with private data. */
  record Reject(int id, long bytes) implements ConnectionStep {}

  /** Disconnects. */
  record Disconnect(int id) implements ConnectionStep {}

  /** Destroys the id. */
  record Close(int id) implements ConnectionStep {}

  /** Moves an id to another channel. */
  record Migrate(int id, int channel) implements ConnectionStep {}

  /** Moves a listener to another channel. */
  record MigrateListener(int listener, int channel) implements ConnectionStep {}

  /** Closes a listener. */
  record CloseListener(int listener) implements ConnectionStep {}

  /** Closes a channel; another one gets its number. */
  record CloseChannel(int channel) implements ConnectionStep {}

  /** Reads an event. */
  record Take(int channel) implements ConnectionStep {}

  /** Posts a receive. */
  record Receive(int id) implements ConnectionStep {}

  /** Sends a message. */
  record Send(int id) implements ConnectionStep {}

  /** Moves the queue pair to ERR or RESET. */
  record Modify(int id, boolean resets) implements ConnectionStep {}

  /** Both sides end a connection at once, each as a number in {@link Races} says. */
  record Race(int id, int caller, int called) implements ConnectionStep {}

  /** Connects, and goes on at once, as a number says, without waiting for the request. */
  record Hurry(int id, int listener, int channel, int act) implements ConnectionStep {}
}
