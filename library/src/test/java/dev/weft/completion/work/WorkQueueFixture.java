package dev.weft.completion.work;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Test fixture: a queue with a recording listener, and methods to fill and drain it. */
final class WorkQueueFixture {
  static final int STRUCT = 48;
  static final WorkCompletionOptions LOSSY = new WorkCompletionOptions(false, true, false, false);

  final RecordingListener listener = new RecordingListener();
  final WorkCompletionQueue queue;
  final WorkCompletionReader reader;
  final MemorySegment structs = Arena.ofAuto().allocate(64L * STRUCT);
  private final WorkCompletion completion = new WorkCompletion();

  WorkQueueFixture(int capacity, WorkCompletionOptions options) {
    queue = new WorkCompletionQueue(capacity, options, listener);
    listener.queue = queue;
    reader = queue.reader();
  }

  WorkQueueFixture(int capacity) {
    this(capacity, WorkCompletionOptions.PLAIN);
  }

  boolean add(long wrId) {
    return add(wrId, 1, false);
  }

  boolean add(long wrId, int queuePair, boolean solicited) {
    completion.reset().wrId = wrId;
    completion.queuePair = queuePair;
    completion.solicited = solicited;
    return queue.add(completion);
  }

  void addAll(long first, long last) {
    for (long wrId = first; wrId <= last; wrId++) {
      add(wrId);
    }
  }

  /** Polls until the queue is empty; returns the {@code wr_id}s. */
  List<Long> drain() {
    List<Long> drained = new ArrayList<>();
    int taken = reader.poll(structs, 64);
    while (taken > 0) {
      for (int i = 0; i < taken; i++) {
        drained.add(structs.get(ValueLayout.JAVA_LONG, (long) i * STRUCT));
      }
      taken = reader.poll(structs, 64);
    }
    return drained;
  }
}
