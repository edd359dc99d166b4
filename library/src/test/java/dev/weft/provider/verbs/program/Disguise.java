package dev.weft.provider.verbs.program;

import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.QueuePair;

/** What a program sees in place of the objects of the device. */
interface Disguise {
  /** The objects themselves. */
  Disguise NONE = new Disguise() {};

  default boolean isFaulty() {
    return false;
  }

  default QueuePair wrap(QueuePair pair) {
    return pair;
  }

  default MemoryRegion wrap(MemoryRegion region) {
    return region;
  }

  default CompletionQueue wrap(CompletionQueue queue) {
    return queue;
  }
}
