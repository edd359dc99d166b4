package dev.weft.completion;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;

/** Kinds of memory that the calling thread cannot write to, or not entirely. */
public enum UnwritableMemory {
  READ_ONLY {
    @Override
    public MemorySegment allocate(long bytes) {
      return Arena.ofAuto().allocate(bytes, 8).asReadOnly();
    }
  },
  CLOSED {
    @Override
    public MemorySegment allocate(long bytes) {
      try (Arena arena = Arena.ofShared()) {
        return arena.allocate(bytes, 8);
      }
    }
  },
  OF_ANOTHER_THREAD {
    @Override
    public MemorySegment allocate(long bytes) {
      CompletableFuture<MemorySegment> confined = new CompletableFuture<>();
      Thread.ofPlatform().start(() -> confined.complete(Arena.ofConfined().allocate(bytes, 8)));
      return confined.join();
    }
  };

  /** This many bytes, aligned to 8. */
  public abstract MemorySegment allocate(long bytes);
}
