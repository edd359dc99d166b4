package dev.weft.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LawTest {

  @Test
  void shouldFindTheConstant() {
    assertEquals("constant", law(100, 120, 95, 140));
    assertEquals("constant", law(100, 100, 100, 100));
  }

  @Test
  void shouldFindTheCostOfAMember() {
    assertEquals("grows with n: 3.00 ns per member", law(103, 130, 400, 3100));
    assertEquals("grows with n: 0.25 ns per member", law(100.25, 102.5, 125, 350));
    assertEquals("grows with n: 20 ns per member", law(120, 300, 2100, 20_100));
  }

  @Test
  void shouldAllowForNoise() {
    assertEquals("grows with n: 3.00 ns per member", law(110, 125, 380, 3300));
  }

  @Test
  void shouldSayWhatIsNoLine() {
    assertEquals("grows slower than n: 1.11 ns per member at the end", law(100, 1000, 2000, 3000));
    assertEquals("grows faster than n: 15 ns per member at the end", law(100, 110, 600, 14_100));
    assertEquals("unclear", law(160, 560, 130, 140));
  }

  private static String law(double... nanos) {
    return Law.of(List.of(1, 10, 100, 1_000), Arrays.stream(nanos).boxed().toList());
  }
}
