package dev.weft.ffm.linker;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A {@code seccomp(2)} filter that has the kernel refuse {@code rt_sigaction(2)} to one thread, and
 * to the threads that it starts. All other threads, and all other system calls, are not affected.
 *
 * <pre>
 *   0  load   the architecture of the call
 *   1  equal  this machine's?      no: 5
 *   2  load   the number of the call
 *   3  equal  rt_sigaction?        no: 5
 *   4  return the error EPERM
 *   5  return allowed
 * </pre>
 */
final class SignalFilter {
  private static final int NO_NEW_PRIVILEGES = 38;
  private static final long SET_MODE_FILTER = 1;

  /** Without it, old kernels turn off speculation of the thread, which makes it slow. */
  private static final long ALLOW_SPECULATION = 4;

  private static final short LOAD = 0x20;
  private static final short EQUAL = 0x15;
  private static final short RETURN = 0x06;
  private static final int ARCHITECTURE = 4;
  private static final int NUMBER = 0;
  private static final int REFUSE = 0x0005_0001;
  private static final int ALLOW = 0x7fff_0000;
  private static final int INSTRUCTIONS = 6;
  private static final long INSTRUCTION_BYTES = 8;
  private static final long PROGRAM_BYTES = 16;

  /** The numbers of a machine in {@code audit.h} and {@code unistd.h}. */
  private record Machine(int architecture, int sigaction, long seccomp) {}

  private SignalFilter() {}

  /** Installs the filter for the calling thread; false where it cannot. */
  static boolean install() {
    Machine machine = machine(System.getProperty("os.arch"));
    return machine != null && install(machine);
  }

  private static Machine machine(String name) {
    return switch (name) {
      case "amd64" -> new Machine(0xc000_003e, 13, 317);
      case "aarch64" -> new Machine(0xc000_00b7, 134, 277);
      default -> null;
    };
  }

  private static boolean install(Machine machine) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment program = arena.allocate(PROGRAM_BYTES, Long.BYTES);
      program.set(ValueLayout.JAVA_SHORT, 0, (short) INSTRUCTIONS);
      program.set(ValueLayout.JAVA_LONG, Long.BYTES, instructions(arena, machine).address());
      long prctl = Libc.function("prctl");
      long syscall = Libc.function("syscall");
      return (int) Downcalls.call(prctl, NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0
          && Downcalls.call(
                  syscall, machine.seccomp, SET_MODE_FILTER, ALLOW_SPECULATION, program.address())
              == 0;
    }
  }

  private static MemorySegment instructions(Arena arena, Machine machine) {
    MemorySegment all = arena.allocate(INSTRUCTIONS * INSTRUCTION_BYTES, Integer.BYTES);
    set(all, 0, LOAD, 0, ARCHITECTURE);
    set(all, 1, EQUAL, 3, machine.architecture);
    set(all, 2, LOAD, 0, NUMBER);
    set(all, 3, EQUAL, 1, machine.sigaction);
    set(all, 4, RETURN, 0, REFUSE);
    set(all, 5, RETURN, 0, ALLOW);
    return all;
  }

  /**
   * Sets a {@code struct sock_filter}.
   *
   * @param skipped how many instructions are skipped if the comparison fails
   */
  private static void set(MemorySegment all, int index, short code, int skipped, int operand) {
    long at = index * INSTRUCTION_BYTES;
    all.set(ValueLayout.JAVA_SHORT, at, code);
    all.set(ValueLayout.JAVA_BYTE, at + 3, (byte) skipped);
    all.set(ValueLayout.JAVA_INT, at + 4, operand);
  }
}
