package dev.weft.ffm.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.weft.ffm.Installed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random programs report the same on libfabric as on the software NIC. {@code -Dweft.programs=N}
 * runs N of them, {@code -Dweft.seed=S} the one of this seed.
 *
 * <p>On tcp only: shm of 1.17 matches a tagged message that has come before its receive without the
 * receive's mask (smr_ep.c, smr_match_tagged, of the unexpected messages), and sockets drops the
 * data of a message that has come first.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DifferentialTest {
  private static final String SOFTWARE = "loopback";
  private static final String LIBFABRIC = "ofi:tcp";
  private static final int PROGRAMS = Integer.getInteger("weft.programs", 50);
  private static final Long SEED = Long.getLong("weft.seed");

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  @Test
  void shouldReportWhatTheSoftwareNicReports() {
    long first = SEED == null ? System.nanoTime() : SEED;
    for (long seed = first; seed < first + (SEED == null ? PROGRAMS : 1); seed++) {
      Program program = Program.random(seed);
      if (differs(program)) {
        Program shorter = program.shorter(DifferentialTest::differs);
        assertEquals(
            ProgramRun.of(SOFTWARE, shorter),
            ProgramRun.of(LIBFABRIC, shorter),
            "repeat with -Dweft.seed=" + seed + ", made shorter: " + shorter);
      }
    }
  }

  private static boolean differs(Program program) {
    return !ProgramRun.of(SOFTWARE, program).equals(ProgramRun.of(LIBFABRIC, program));
  }

  @Test
  void shouldTellProgramsApart() {
    Step.Send send = new Step.Send(0, 1, true, 2, 8, true, Step.Way.BUFFER);
    Step.Send longer = new Step.Send(0, 1, true, 2, 9, true, Step.Way.BUFFER);
    Step.Send without = new Step.Send(0, 1, true, 2, 8, false, Step.Way.BUFFER);
    for (Step other : List.of(longer, without)) {
      assertNotEquals(
          ProgramRun.of(SOFTWARE, new Program(List.of(send))),
          ProgramRun.of(SOFTWARE, new Program(List.of(other))));
    }
  }
}
