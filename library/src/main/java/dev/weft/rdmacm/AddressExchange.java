package dev.weft.rdmacm;

import dev.weft.argument.Require;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
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
 * Tells a peer where a queue pair is and hears where the peer's is, over TCP or through two files.
 *
 * <p>Who has heard the answer may send: the peer is told only after it has said where it is, and a
 * message that comes before it is ready to receive is repeated.
 */
public final class AddressExchange {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);
  private static final int LARGEST_PORT = 0xFFFF;

  private AddressExchange() {}

  /**
   * Waits for one caller on a TCP port of this host's loopback address.
   *
   * @param tcpPort 1 to 65535
   * @param own where this side's queue pair is
   * @return where the caller's is
   */
  public static QueuePairAddress serve(int tcpPort, QueuePairAddress own) throws IOException {
    Require.inRange("tcpPort", tcpPort, 1, LARGEST_PORT);
    Require.notNull("own", own);
    try (ServerSocket listener = new ServerSocket(tcpPort, 1, InetAddress.getLoopbackAddress());
        Socket caller = listener.accept()) {
      return overSocket(caller, own);
    }
  }

  /**
   * Calls the one who {@link #serve}s.
   *
   * @param patience how long it may take until somebody serves
   * @throws IOException if nobody does
   */
  public static QueuePairAddress ask(
      String host, int tcpPort, QueuePairAddress own, Duration patience)
      throws IOException, InterruptedException {
    Require.notNull("host", host);
    Require.inRange("tcpPort", tcpPort, 1, LARGEST_PORT);
    Require.notNull("own", own);
    long end = System.nanoTime() + nanos(patience);
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(host, tcpPort));
        return overSocket(socket, own);
      } catch (IOException e) {
        if (System.nanoTime() - end > 0) {
          throw e;
        }
        Thread.sleep(LOOK_AGAIN);
      }
    }
  }

  /** Exchanges both addresses over a connection that is there already, and leaves it open. */
  public static QueuePairAddress overSocket(Socket socket, QueuePairAddress own)
      throws IOException {
    Require.notNull("socket", socket);
    Require.notNull("own", own);
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    out.writeUTF(own.toString());
    out.flush();
    return parse(new DataInputStream(socket.getInputStream()).readUTF());
  }

  /**
   * Writes one file and waits for the other one.
   *
   * @param ownFile appears whole, and is for the peer to read; a former one is replaced
   * @param peerFile what the peer writes
   * @param patience how long that may take
   * @throws IOException if the peer's file does not come
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
          throw e;
        }
        Thread.sleep(LOOK_AGAIN);
      }
    }
  }

  /** The time, or as much of it as nanoseconds can say. */
  private static long nanos(Duration patience) {
    return TimeUnit.NANOSECONDS.convert(Require.notNull("patience", patience));
  }

  private static QueuePairAddress parse(String text) throws IOException {
    try {
      return QueuePairAddress.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IOException("The peer has sent no address of a queue pair", e);
    }
  }
}
