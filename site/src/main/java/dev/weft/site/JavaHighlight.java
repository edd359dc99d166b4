package dev.weft.site;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Marks comments, texts and keywords of Java. */
final class JavaHighlight {
  private static final String COMMENT = "(?<comment>//.*|/\\*(?s:.*?)\\*/)";
  private static final String STRING =
      "(?<string>\"{3}(?s:.*?)\"{3}|\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])+')";
  private static final String KEYWORDS =
      "abstract assert boolean break byte case catch char class continue default "
          + "do double else enum extends final finally float for if implements import "
          + "instanceof int interface long new null package private protected public "
          + "record return short static super switch synchronized this throw throws true "
          + "false try var void volatile while yield";
  private static final String KEYWORD = "(?<keyword>\\b(?:" + KEYWORDS.replace(' ', '|') + ")\\b)";
  private static final Pattern TOKEN = Pattern.compile(COMMENT + "|" + STRING + "|" + KEYWORD);

  private JavaHighlight() {}

  /** The program as HTML. */
  static String html(String program) {
    StringBuilder html = new StringBuilder();
    int end = 0;
    for (Matcher token = TOKEN.matcher(program); token.find(); end = token.end()) {
      html.append(SourcePages.escape(program.substring(end, token.start())))
          .append("<span class=\"%s\">".formatted(kind(token)))
          .append(SourcePages.escape(token.group()))
          .append("</span>");
    }
    return html.append(SourcePages.escape(program.substring(end))).toString();
  }

  private static String kind(Matcher token) {
    if (token.group("comment") != null) {
      return "comment";
    }
    return token.group("string") != null ? "string" : "keyword";
  }
}
