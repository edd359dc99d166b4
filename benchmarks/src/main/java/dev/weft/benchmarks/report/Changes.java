package dev.weft.benchmarks.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What has changed between two runs. */
public final class Changes {
  private static final List<String> HEAD =
      List.of("what", "old", "new", "new/old", "peer new/old", "note");

  private Changes() {}

  /** A line for each row of either run. */
  public static String table(List<Row> old, List<Row> now) {
    Map<Object, Row> before = byKey(old);
    Columns columns = new Columns(HEAD);
    for (Row row : now) {
      columns.add(row.section(), cells(before.remove(row.key()), row));
    }
    before.values().forEach(row -> columns.add(row.section(), cells(row, null)));
    return columns.toString();
  }

  private static Map<Object, Row> byKey(List<Row> rows) {
    Map<Object, Row> byKey = new LinkedHashMap<>();
    rows.forEach(row -> byKey.put(row.key(), row));
    return byKey;
  }

  private static List<String> cells(Row old, Row now) {
    if (old == null) {
      return List.of(now.title(), "", now.figure(), "", "", "only in the new run");
    }
    if (now == null) {
      return List.of(old.title(), old.figure(), "", "", "", "only in the old run");
    }
    String obstacle = obstacle(old, now);
    boolean comparable = obstacle.isEmpty();
    return List.of(
        now.title(),
        old.figure(),
        now.figure(),
        comparable ? ratio(old.ours(), now.ours()) : "",
        comparable ? ratio(old.peer(), now.peer()) : "",
        comparable ? "" : "not comparable: " + obstacle);
  }

  private static String obstacle(Row old, Row now) {
    if (!old.unit().equals(now.unit())) {
      return "another unit";
    }
    if (old.unequal() || now.unequal()) {
      return "UNEQUAL";
    }
    Figure before = old.ours();
    Figure after = now.ours();
    if ((before.bounce() == null) != (after.bounce() == null)) {
      return "another number of processors";
    }
    if (before.bounce() != null && !Conditions.isSameBounce(before.bounce(), after.bounce())) {
      return String.format(Locale.ROOT, "bounce %.0f, %.0f ns", before.bounce(), after.bounce());
    }
    boolean known = before.step() != null && after.step() != null;
    return known && !Conditions.isSameStep(before.step(), after.step())
        ? String.format(Locale.ROOT, "step %.2f, %.2f ns", before.step(), after.step())
        : "";
  }

  /** Empty if there is no ratio: the contender is missing or another one, or had nothing. */
  private static String ratio(Figure old, Figure now) {
    if (old == null || now == null || !old.name().equals(now.name())) {
      return "";
    }
    return Figure.tenths(old.figure()) == 0
        ? ""
        : String.format(Locale.ROOT, "%.2f", now.figure() / old.figure());
  }
}
