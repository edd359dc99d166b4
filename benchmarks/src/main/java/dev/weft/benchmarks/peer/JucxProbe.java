package dev.weft.benchmarks.peer;

import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpParams;

/** Exits with status 0 if UCX for Java finds a native library of a matching version. */
public final class JucxProbe {
  private JucxProbe() {}

  /** No arguments. */
  public static void main(String[] arguments) {
    try (UcpContext context = new UcpContext(new UcpParams().requestTagFeature())) {
      System.out.println("opened " + context);
    } catch (LinkageError | RuntimeException e) {
      System.out.println("its native library does not load: " + e.getMessage());
      System.exit(1);
    }
  }
}
