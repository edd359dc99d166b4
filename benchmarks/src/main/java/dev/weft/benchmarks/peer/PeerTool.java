package dev.weft.benchmarks.peer;

import java.util.List;

/** An installed tool that measures a peer in C between two processes. */
interface PeerTool {
  /** What starts its server; its client takes the host, too. */
  List<String> command();

  /** The figure in the cells of the last row that its client prints. */
  double figure(List<String> cells);
}
