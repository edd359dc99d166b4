package dev.weft.completion;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class CompletionFailureTest {
  @Test
  void shouldDefaultToNothingKnown() {
    CompletionFailure failure = CompletionFailure.of(1, 2, 125).build();
    assertEquals(new CompletionFailure(1, 2, 0, 0, 0, 0, 0, 125, -125, null), failure);
    assertNull(failure.errorData());
  }

  @Test
  void shouldCarryEveryField() {
    CompletionFailure failure =
        CompletionFailure.of(1, 2, 265)
            .length(3)
            .buffer(4)
            .data(5)
            .tag(6)
            .overflowLength(7)
            .providerError(8)
            .build();
    assertEquals(new CompletionFailure(1, 2, 3, 4, 5, 6, 7, 265, 8, null), failure);
  }

  @Test
  void shouldKeepItsErrorDataWhateverOthersDoToTheirs() {
    byte[] data = {1, 2, 3};
    CompletionFailure failure = CompletionFailure.of(1, 2, 99).errorData(data).build();
    data[0] = 9;
    failure.errorData()[1] = 9;
    assertArrayEquals(new byte[] {1, 2, 3}, failure.errorData());
  }

  @Test
  void shouldRefuseErrorNumbersThatAreNone() {
    var thrown =
        assertThrows(IllegalArgumentException.class, () -> CompletionFailure.of(1, 2, -11).build());
    assertEquals("error=-11, allowed: positive error numbers", thrown.getMessage());
  }
}
