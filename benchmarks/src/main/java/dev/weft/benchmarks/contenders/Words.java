package dev.weft.benchmarks.contenders;

/** A record as an object, for the queues that carry references. */
final class Words {
  long context;
  long flags;
  long length;
  long buffer;
  long data;
  long tag;
  long source;

  void fill(long value) {
    context = value;
    flags = value;
    length = value;
    buffer = value;
    data = value;
    tag = value;
    source = value;
  }

  long sum() {
    return context + flags + length + buffer + data + tag;
  }
}
