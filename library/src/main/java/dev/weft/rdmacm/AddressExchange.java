package dev.weft.rdmacm;

import dev.weft.argument.Require;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Exchanges the addresses of two queue pairs, over TCP or through two files.
 *
 * <p>A caller may send once it has the peer's address: the peer has already sent its own, and a
 * message that arrives before the peer is ready to receive is retried.
 */
public final class AddressExchange {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);
  private static final int LEAST_MILLIS = 100;
  private static final int MAX_PORT = 0xFFFF;
  private static final String NO_ADDRESS = "The peer has sent no address of a queue pair";

  private AddressExchange() {}

  /**
   * Accepts one connection on a TCP port of this host's loopback address and exchanges addresses.
   * Waits for the connection, and for its address, without limit.
   *
   * @param tcpPort 1 to 65535
   * @param own address of the local queue pair
   * @return address of the peer's queue pair
   */
  public static QueuePairAddress serve(int tcpPort, QueuePairAddress own) throws IOException {
    Require.inRange("tcpPort", tcpPort, 1, MAX_PORT);
    Require.notNull("own", own);
    try (ServerSocket listener = new ServerSocket(tcpPort, 1, InetAddress.getLoopbackAddress());
        Socket caller = listener.accept()) {
      return overSocket(caller, own);
    }
  }

  /**
   * Connects to a host that runs {@link #serve} and exchanges addresses.
   *
   * @param patience how long to wait until the peer listens and has answered; one try lasts 100 ms
   *     at least
   * @throws IOException if the peer does not answer in time
   */
  public static QueuePairAddress ask(
      String host, int tcpPort, QueuePairAddress own, Duration patience)
      throws IOException, InterruptedException {
    Require.notNull("host", host);
    Require.inRange("tcpPort", tcpPort, 1, MAX_PORT);
    Require.notNull("own", own);
    long end = System.nanoTime() + nanos(patience);
    while (true) {
      try (Socket socket = new Socket()) {
        int millis = millisUntil(end);
        socket.connect(new InetSocketAddress(host, tcpPort), millis);
        socket.setSoTimeout(millis);
        return overSocket(socket, own);
      } catch (IOException e) {
        if (System.nanoTime() - end > 0) {
          throw new IOException(
              "host=%s, tcpPort=%d: no address of a queue pair within %s: %s"
                  .formatted(host, tcpPort, patience, e.getMessage()),
              e);
        }
        Thread.sleep(LOOK_AGAIN);
      }
    }
  }

  private static int millisUntil(long end) {
    long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    return Math.clamp(millis, LEAST_MILLIS, Integer.MAX_VALUE);
  }

  /** Exchanges both addresses over an existing connection, and leaves it open. */
  public static QueuePairAddress overSocket(Socket socket, QueuePairAddress own)
      throws IOException {
    Require.notNull("socket", socket);
    Require.notNull("own", own);
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    out.writeUTF(own.toString());
    out.flush();
    return parse(read(new DataInputStream(socket.getInputStream())));
  }

  private static String read(DataInputStream in) throws IOException {
    try {
      return in.readUTF();
    } catch (EOFException | UTFDataFormatException e) {
      throw new IOException(NO_ADDRESS, e);
    }
  }

  /**
   * Writes one file and waits for the other.
   *
   * @param ownFile written atomically for the peer to read; an existing file is replaced
   * @param peerFile the file that the peer writes; one of an earlier run is taken for it, so give
   *     each run a folder of its own
   * @param patience how long to wait
   * @throws IOException if the peer's file does not appear
   */
  public static QueuePairAddress throughFiles(
      Path ownFile, Path peerFile, QueuePairAddress own, Duration patience)
      throws IOException, InterruptedException {
    Require.notNull("ownFile", ownFile);
    Require.notNull("peerFile", peerFile);
    Require.notNull("own", own);
    long patient = nanos(patience);
    Path unfinished = ownFile.resolveSibling(ownFile.getFileName() + ".new");
    Files.writeString(unfinished, own.toString());
    Files.move(unfinished, ownFile, StandardCopyOption.ATOMIC_MOVE);
    long end = System.nanoTime() + patient;
    while (true) {
      try {
        return parse(Files.readString(peerFile));
      } catch (NoSuchFileException e) {
        if (System.nanoTime() - end > 0) {
          throw new NoSuchFileException(
              peerFile.toString(), null, "did not appear within " + patience);
        }
        Thread.sleep(LOOK_AGAIN);
      }
    }
  }

  /** The duration in nanoseconds, capped at the maximum of long. */
  private static long nanos(Duration patience) {
    return TimeUnit.NANOSECONDS.convert(Require.notNull("patience", patience));
  }

  private static QueuePairAddress parse(String text) throws IOException {
    try {
      return QueuePairAddress.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IOException(NO_ADDRESS, e);
    }
  }
}
