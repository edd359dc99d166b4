package dev.weft.site;

import java.util.List;

/**
 * The content of a page.
 *
 * @param title the first heading, as text
 * @param headings all headings of the second level
 * @param html what stands inside the frame
 */
record Page(String title, List<Heading> headings, String html) {
  /**
   * A heading with the anchor that GitHub would give it.
   *
   * @param text without markup
   * @param anchor unique in its page
   */
  record Heading(String text, String anchor) {}
}
