package dev.weft.nic.queuepair;

import dev.weft.OwnProcess;
import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.reliabledatagram.EndToEndContexts;
import dev.weft.nic.reliabledatagram.ReliableDomain;
import dev.weft.wire.shm.ShmWire;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * A peer process with one reliable queue pair, which echoes each message, or with an end-to-end
 * context. It ends when its standard input does, so that no test leaves a process.
 */
public final class OtherProcess implements AutoCloseable {
  private static final long RING = 1 << 17;
  private static final int RECEIVES = 8;
  private static final int SIZE = 1 << 16;

  private final Process process;

  /** Address of its memory; {@link #key} is the key. */
  final long address;

  final int key;

  private OtherProcess(Process process, long address, int key) {
    this.process = process;
    this.address = address;
    this.key = key;
  }

  public static AddressMap network(Path folder) {
    return new AddressMap(new ShmWire(folder, "verbs", RING), number -> "shm://verbs/qp-" + number);
  }

  static OtherProcess start(Path folder, boolean polls) throws IOException {
    return start(folder, Boolean.toString(polls));
  }

  /** With context 22, for 21, and reliable datagram queue pair 2, which has no receive. */
  static OtherProcess startContext(Path folder) throws IOException {
    return start(folder, "context");
  }

  /**
   * Starts a process that, as context 22, has written the first half of a message from 9 to 1 to
   * context 21.
   */
  static OtherProcess startHalf(Path folder) throws IOException {
    return start(folder, "half");
  }

  private static OtherProcess start(Path folder, String what) throws IOException {
    Process process = OwnProcess.start(OtherProcess.class, folder.toString(), what);
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    if (line == null) {
      process.destroyForcibly();
      throw new IOException("the other process said nothing");
    }
    String[] words = line.split(" ", 2);
    return new OtherProcess(process, Long.parseLong(words[0]), Integer.parseInt(words[1]));
  }

  /** {@code kill -9}. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.onExit().join();
  }

  /** The other process. Arguments: folder, whether it polls and answers. */
  public static void main(String[] arguments) throws IOException {
    AddressMap addresses = network(Path.of(arguments[0]));
    switch (arguments[1]) {
      case "context" -> withContext(addresses);
      case "half" -> withHalf(addresses);
      default -> withConnection(addresses, Boolean.parseBoolean(arguments[1]));
    }
  }

  private static void withContext(AddressMap addresses) {
    ReliableDomain domain = new ReliableDomain(new EndToEndContexts());
    ProtectionTable table = new ProtectionTable();
    try (Carrier carrier = new Carrier(addresses, 22, domain, table).ready(21);
        Station station = new Station(addresses, 2, domain, table).ready()) {
      System.out.println(carrier.machine.number() + " " + station.machine.number());
      awaitEnd();
    }
  }

  private static void withHalf(AddressMap addresses) {
    try (HostilePeer hostile = HostilePeer.at(Carrier.network(addresses), 22)) {
      hostile.write(
          21,
          PacketFormat.ENVELOPE,
          PacketFormat.ONLY,
          Carrier.envelope(0),
          1L << 40 | 9L << 16,
          0);
      hostile.write(21, PacketFormat.SEND, PacketFormat.FIRST, Carrier.FIRST, 64, 32);
      System.out.println("0 0");
      awaitEnd();
    }
  }

  private static void withConnection(AddressMap addresses, boolean polls) throws IOException {
    try (Station station = new Station(addresses, TransportType.RELIABLE, 2)) {
      station.init();
      for (int i = 0; polls && i < RECEIVES; i++) {
        station.receive(i, slot(i), SIZE);
      }
      station.readyToReceive(1).readyToSend();
      System.out.println(station.memory.address() + " " + station.region.key());
      Thread ender = Thread.ofPlatform().daemon().start(OtherProcess::awaitEnd);
      while (ender.isAlive()) {
        if (polls) {
          answer(station);
        } else {
          LockSupport.parkNanos(1_000_000);
        }
      }
    }
  }

  private static void awaitEnd() {
    try {
      while (System.in.read() >= 0) {
        // nothing is said
      }
    } catch (IOException ended) {
      // so is this
    }
  }

  private static long slot(long index) {
    return (index + 1) * SIZE;
  }

  private static void answer(Station station) {
    WorkCompletion received = station.receives.poll();
    if (received == null) {
      station.sends.poll();
      return;
    }
    station.send(received.wrId, slot(received.wrId), received.byteLength);
    station.sends.next();
    station.receive(received.wrId, slot(received.wrId), SIZE);
  }
}
