package dev.weft.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Costs by the number of members: a line for each case, a column for each size. */
public final class GrowthTable {
  private final Map<String, List<Row>> cases;
  private final TreeSet<Integer> sizes = new TreeSet<>();

  private GrowthTable(List<Row> rows) {
    cases = byName(rows);
    rows.forEach(row -> sizes.add(row.growth().size()));
  }

  /** The table of rows that all have a size. */
  public static String of(List<Row> rows) {
    return new GrowthTable(rows).text();
  }

  static Map<String, List<Row>> byName(List<Row> rows) {
    return rows.stream()
        .collect(Collectors.groupingBy(Row::name, LinkedHashMap::new, Collectors.toList()));
  }

  private String text() {
    List<String> head = new ArrayList<>(List.of("ns with n members, n ="));
    sizes.forEach(size -> head.add(String.format(Locale.ROOT, "%,d", size)));
    head.add("law");
    Columns columns = new Columns(head);
    cases.forEach((name, rows) -> columns.add("growth", cells(name, rows)));
    return columns.toString();
  }

  private List<String> cells(String name, List<Row> rows) {
    List<String> cells = new ArrayList<>(List.of(name));
    sizes.forEach(size -> cells.add(cost(rows, size)));
    cells.add(rows.getFirst().growth().law());
    return cells;
  }

  private static String cost(List<Row> rows, int size) {
    return rows.stream()
        .filter(row -> row.growth().size() == size)
        .map(row -> Figure.digits(row.ours().figure()))
        .findFirst()
        .orElse("");
  }
}
