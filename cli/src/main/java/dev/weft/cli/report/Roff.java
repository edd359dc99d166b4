package dev.weft.cli.report;

import java.util.List;

/** A manual page in the macros of {@code man(7)}. */
public final class Roff {
  private static final String LITERAL = "  ";

  private final StringBuilder page = new StringBuilder();

  /**
   * A page of section 1.
   *
   * @param name of the command
   * @param source what it belongs to, with a version
   */
  public Roff(String name, String source) {
    page.append(".TH \"%s\" 1 \"\" \"%s\" \"User Commands\"\n".formatted(name, source));
  }

  /** Begins a section. */
  public Roff section(String title) {
    page.append(".SH \"%s\"\n".formatted(escape(title)));
    return this;
  }

  /** Begins a section inside a section. */
  public Roff subsection(String title) {
    page.append(".SS \"%s\"\n".formatted(escape(title)));
    return this;
  }

  /** Begins a paragraph. */
  public Roff paragraph() {
    page.append(".PP\n");
    return this;
  }

  /** Begins a paragraph with a bold label, below which the text is indented. */
  public Roff entry(String label) {
    page.append(".TP\n\\fB").append(escape(label)).append("\\fR\n");
    return this;
  }

  /** Adds lines: those that begin with two spaces as they are, others filled to paragraphs. */
  public Roff text(List<String> lines) {
    boolean literal = false;
    for (String line : lines) {
      if (line.isBlank()) {
        continue;
      }
      if (line.startsWith(LITERAL) != literal) {
        literal = !literal;
        page.append(literal ? ".EX\n" : ".EE\n");
      }
      page.append(escape(line)).append('\n');
    }
    page.append(literal ? ".EE\n" : "");
    return this;
  }

  /** The whole page. */
  @Override
  public String toString() {
    return page.toString();
  }

  /** Text that is printed as it is, and whose signs can be copied to a shell. */
  static String escape(String text) {
    String escaped =
        text.replace("\\", "\\e")
            .replace("-", "\\-")
            .replace("`", "\\(ga")
            .replace("'", "\\(aq")
            .replace("\"", "\\(dq")
            .replace("^", "\\(ha")
            .replace("~", "\\(ti");
    return escaped.startsWith(".") ? "\\&" + escaped : escaped;
  }
}
