/** The {@code weft} command. */
module dev.weft.cli {
  requires dev.weft;
  requires dev.weft.conformance;
  requires info.picocli;
  requires me.tongfei.progressbar;
  requires HdrHistogram;
  requires org.jfree.jfreechart;
  requires org.jfree.svg;
  requires java.desktop;
  requires jdk.attach;
  requires jdk.jfr;
  requires jdk.management;

  opens dev.weft.cli to
      info.picocli;
}
