package dev.weft.benchmarks.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class PeerToolTest {
  private static final String PING_PONG =
      """
      bytes   #sent   #ack     total       time     MB/sec    usec/xfer   Mxfers/sec
      8       1m      =1m      15m         0.51s     31.37       0.25       3.92
      """;
  private static final String LARGE_PING_PONG =
      """
      bytes   #sent   #ack     total       time     MB/sec    usec/xfer   Mxfers/sec
      1m      5k      =5k      9.7g        0.71s  14768.68      71.00       0.01
      """;
  private static final String PERFTEST =
      """
      |    Stage     | # iterations | 50.0%ile | average | overall |  average |  overall |
      [thread 0]            1000000      0.090     0.100     0.100     1523.4     1600.1
      Final:                3000000 0.100  0.110  0.110  2000.0  2100.0  9000000  9100000
      """;

  @Test
  void shouldTakeTheHalfRoundTripFromTheMegabytes() throws IOException {
    FabricTool tool = new FabricTool("shm", "half");
    assertEquals(8e3 / 31.37, tool.figure(InstalledTool.lastRow(PING_PONG)), 1e-9);
  }

  @Test
  void shouldMakeFewerRoundTripsOverASlowProvider() {
    assertTrue(new FabricTool("tcp", "half").times() < new FabricTool("shm", "half").times());
  }

  @Test
  void shouldTakeTheBandwidthInGigabytes() throws IOException {
    FabricTool tool = new FabricTool("tcp", "large");
    assertEquals(14.76868, tool.figure(InstalledTool.lastRow(LARGE_PING_PONG)), 1e-9);
  }

  @Test
  void shouldTakeTheColumnsOfUcx() throws IOException {
    var cells = InstalledTool.lastRow(PERFTEST);
    assertEquals(100, new UcxTool("half").figure(cells), 1e-9);
    assertEquals(9.1, new UcxTool("rate").figure(cells), 1e-9);
    assertEquals(2100 * 1.048576e-3, new UcxTool("large").figure(cells), 1e-9);
  }

  @Test
  void shouldSayWhatAToolPrintedInsteadOfFigures() {
    IOException refusal =
        assertThrows(IOException.class, () -> InstalledTool.lastRow("fi_getinfo(): -61\n"));
    assertTrue(refusal.getMessage().contains("fi_getinfo(): -61"), refusal.getMessage());
  }

  @Test
  void shouldAskForTaggedMessages() {
    String command = String.join(" ", new FabricTool("tcp", "large").command());
    assertEquals("fi_pingpong -p tcp -e rdm -m tagged -S 1048576 -I 1000", command);
  }
}
