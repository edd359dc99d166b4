package dev.weft.cli.report;

import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.util.function.DoubleFunction;

/** Formats the numbers of an axis by a function; does not parse. */
final class AxisFormat extends NumberFormat {
  private static final long serialVersionUID = 1L;

  private final transient DoubleFunction<String> text;

  private AxisFormat(DoubleFunction<String> text) {
    this.text = text;
  }

  /** 0 is {@code 0 %}, 1 is {@code 90 %}, each further whole number one more nine. */
  static AxisFormat percentiles() {
    return new AxisFormat(AxisFormat::percentile);
  }

  /** Nanoseconds with a suitable unit. */
  static AxisFormat nanos() {
    return new AxisFormat(Quantity::nanosBriefly);
  }

  private static String percentile(double nines) {
    int count = (int) Math.round(nines);
    return switch (count) {
      case 0 -> "0 %";
      case 1 -> "90 %";
      case 2 -> "99 %";
      default -> "99." + "9".repeat(count - 2) + " %";
    };
  }

  @Override
  public StringBuffer format(double number, StringBuffer target, FieldPosition position) {
    return target.append(text.apply(number));
  }

  @Override
  public StringBuffer format(long number, StringBuffer target, FieldPosition position) {
    return format((double) number, target, position);
  }

  @Override
  public Number parse(String source, ParsePosition position) {
    throw new UnsupportedOperationException("axis labels are not read");
  }
}
