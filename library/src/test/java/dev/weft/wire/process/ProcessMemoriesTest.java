package dev.weft.wire.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class ProcessMemoriesTest {

  /** A provider that works, or says why not. */
  private record Provider(String obstacle) implements ProcessMemoryProvider {
    @Override
    public ProcessMemory open(ProcessIdentity process) {
      throw new AssertionError("opened");
    }
  }

  private static final Provider WORKING = new Provider(null);

  @Test
  void shouldBeAllowedByBoth() {
    assertNull(ProcessMemories.obstacle("true", WORKING));
    assertEquals("no", ProcessMemories.obstacle("true", new Provider("no")));
  }

  @Test
  void shouldSayWhatIsMissing() {
    assertEquals(
        "the module dev.weft.ffm (artifact weft-native) is not there",
        ProcessMemories.obstacle("true", null));
    assertEquals(
        "one copy is off; type java -Ddev.weft.shm.read=true",
        ProcessMemories.obstacle("false", WORKING));
    assertEquals(
        "one copy is off; type java -Ddev.weft.shm.read=true and add the module dev.weft.ffm"
            + " (artifact weft-native)",
        ProcessMemories.obstacle("false", null));
  }

  @Test
  void shouldTakeNoOtherWord() {
    assertEquals(
        "-Ddev.weft.shm.read=maybe, allowed are true, false",
        ProcessMemories.obstacle("maybe", WORKING));
  }
}
