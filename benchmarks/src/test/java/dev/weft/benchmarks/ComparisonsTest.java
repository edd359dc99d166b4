package dev.weft.benchmarks;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ComparisonsTest {

  /** A plot and a comparison of two runs find a row by its section and name. */
  @Test
  void shouldNameEachRowDifferently() {
    Set<List<String>> names = new HashSet<>();
    for (Comparison row : Comparisons.all()) {
      assertTrue(names.add(List.of(row.section(), row.what())), row::toString);
    }
  }
}
