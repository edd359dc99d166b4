package dev.weft.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;

/** Makes pages of documents in GitHub's Markdown, with the anchors that GitHub makes. */
final class MarkdownPages {
  private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
  private static final Pattern NOT_IN_ANCHOR = Pattern.compile("[^\\p{L}\\p{N}_ -]");

  private final Parser parser = Parser.builder().extensions(EXTENSIONS).build();

  /**
   * Renders a document.
   *
   * @param markdown its text
   * @param links from each link of the text to that of the page
   */
  Page render(String markdown, UnaryOperator<String> links) {
    Node document = parser.parse(markdown);
    Headings headings = new Headings();
    document.accept(headings);
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Link link) {
            link.setDestination(links.apply(link.getDestination()));
            visitChildren(link);
          }

          @Override
          public void visit(Image image) {
            image.setDestination(links.apply(image.getDestination()));
          }
        });
    HtmlRenderer renderer =
        HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .attributeProviderFactory(context -> headings)
            .nodeRendererFactory(Programs::new)
            .build();
    return new Page(headings.title, List.copyOf(headings.seconds), renderer.render(document));
  }

  /** The anchor that GitHub makes of a heading's text, if the page has no equal one before. */
  static String anchor(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    return NOT_IN_ANCHOR.matcher(lower).replaceAll("").replace(' ', '-');
  }

  /** Renders the blocks of Java; all others as ever. */
  private record Programs(HtmlNodeRendererContext context) implements NodeRenderer {
    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
      return Set.of(FencedCodeBlock.class);
    }

    @Override
    public void render(Node node) {
      FencedCodeBlock block = (FencedCodeBlock) node;
      HtmlWriter html = context.getWriter();
      html.line();
      html.raw("<pre><code>");
      html.raw(SourcePages.code("." + block.getInfo(), block.getLiteral()));
      html.raw("</code></pre>");
      html.line();
    }
  }

  /** Collects the headings of a document, gives them anchors, and a link to each. */
  private static final class Headings extends AbstractVisitor implements AttributeProvider {
    private final Map<Node, String> anchors = new HashMap<>();
    private final Map<String, Integer> uses = new HashMap<>();
    private final List<Page.Heading> seconds = new ArrayList<>();
    private String title = "";

    @Override
    public void visit(Heading heading) {
      String text = text(heading);
      String plain = anchor(text);
      int before = uses.merge(plain, 1, Integer::sum) - 1;
      String anchor = before == 0 ? plain : plain + "-" + before;
      anchors.put(heading, anchor);
      if (heading.getLevel() == 1 && title.isEmpty()) {
        title = text;
      } else if (heading.getLevel() == 2) {
        seconds.add(new Page.Heading(text, anchor));
      }
      if (heading.getLevel() > 1) {
        HtmlInline link = new HtmlInline();
        link.setLiteral(
            " <a class=\"anchor\" href=\"#%s\" aria-label=\"Link to this section\">#</a>"
                .formatted(anchor));
        heading.appendChild(link);
      }
    }

    private static String text(Node heading) {
      StringBuilder text = new StringBuilder();
      heading.accept(
          new AbstractVisitor() {
            @Override
            public void visit(Text part) {
              text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
              text.append(part.getLiteral());
            }
          });
      return text.toString();
    }

    @Override
    public void setAttributes(Node node, String tag, Map<String, String> attributes) {
      String anchor = anchors.get(node);
      if (anchor != null) {
        attributes.put("id", anchor);
      }
    }
  }
}
