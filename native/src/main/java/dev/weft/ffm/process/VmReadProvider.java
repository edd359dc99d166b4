package dev.weft.ffm.process;

import dev.weft.ffm.linker.NativeAccess;
import dev.weft.wire.process.ProcessIdentity;
import dev.weft.wire.process.ProcessMemory;
import dev.weft.wire.process.ProcessMemoryProvider;
import dev.weft.wire.process.UnreadableException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * {@code process_vm_readv(2)}: reads other processes of the same user. Kernels with Yama, and some
 * containers, forbid it; then each copy goes through the ring.
 */
public final class VmReadProvider implements ProcessMemoryProvider {

  /** For the service loader. */
  public VmReadProvider() {}

  @Override
  public String obstacle() {
    String obstacle = NativeAccess.obstacle(ReadFunction.NAME);
    if (obstacle != null) {
      return obstacle;
    }
    return open(ProcessIdentity.own()) == null
        ? "the kernel forbids " + ReadFunction.NAME + "(2)"
        : null;
  }

  @Override
  public ProcessMemory open(ProcessIdentity process) {
    try (Arena arena = Arena.ofConfined()) {
      ReadableProcess memory = new ReadableProcess(process);
      MemorySegment word = arena.allocate(Long.BYTES);
      memory.read(process.wordAddress(), word, 0, Long.BYTES);
      return memory;
    } catch (UnreadableException | ArithmeticException refused) {
      return null;
    }
  }
}
