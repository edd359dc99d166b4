package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.OwnProcess;
import dev.weft.memory.GrantedMemory;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.ProtocolViolation;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.SilentListener;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A port ends its link to a peer that accesses the memory of the port's owner at that time. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndedLinkAccessTest {
  private static final String ADDRESS = "shm://fabric/owner";
  private static final String PEER = "peer";
  private static final long KEY = 7;
  private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Path base;
  private final ShmWire wire;
  private final ShmMemory memory;
  private final ShmPort port;
  private final Port peer;
  private final SharedMemory.Grant grant;
  private final GrantedMemory found;
  private final Link link;

  EndedLinkAccessTest(@TempDir Path base) {
    this.base = base;
    wire = new ShmWire(base, "fabric", 1 << 16);
    memory = (ShmMemory) wire.openMemory();
    port = (ShmPort) wire.open(ADDRESS, new SilentListener(memory));
    peer = wire.open("shm://fabric/" + PEER, new SilentListener());
    grant = memory.grant(KEY, memory.allocate(4096), 0, 3L << 12);
    found = peer.connect(ADDRESS).memory().find(KEY);
    boolean _ = port.readLinkChanges();
    link = port.links()[0];
  }

  @AfterEach
  void close() {
    peer.close();
    port.close();
    memory.close();
  }

  private void breakOff() {
    link.breakOff(ProtocolViolation.FORBIDDEN_FRAME);
  }

  private void drop() {
    breakOff();
    port.forget(link);
    assertEquals(0, port.links().length);
  }

  /** The peer accesses the memory; the work must end after the access alone. */
  private void expectToWait(Runnable work) throws InterruptedException {
    Thread waiting = Thread.ofPlatform().start(work);
    waiting.join(50);
    assertTrue(waiting.isAlive(), "it has not waited");
    assertTrue(found.exit(), "the memory was taken away during the access");
    waiting.join();
  }

  @Test
  void shouldWaitForAPeerWhoseLinkIsBroken() throws InterruptedException {
    assertTrue(found.enter());
    breakOff();
    expectToWait(grant::revoke);
  }

  @Test
  void shouldWaitForAPeerWhoseLinkIsDropped() throws InterruptedException {
    assertTrue(found.enter());
    drop();
    expectToWait(grant::revoke);
  }

  @Test
  void shouldWaitForAPeerWhoseLinkIsDroppedBeforeItCloses() throws InterruptedException {
    assertTrue(found.enter());
    drop();
    expectToWait(port::close);
  }

  @Test
  void shouldAllowNoAccessAfterTheLinkIsDropped() {
    drop();
    assertFalse(found.enter());
    grant.revoke();
  }

  @Test
  void shouldRevokeAnAccessThatIsLate() {
    assertTrue(found.enter());
    drop();
    awaitShortly();
    assertEquals(ProtocolViolation.FORBIDDEN_FRAME, link.violation());
    grant.revoke();
    assertFalse(found.exit(), "it ended in time");
  }

  private void awaitShortly() {
    try (AccessWait wait = new AccessWait(AccessWait.ANY_GRANT, SHORT_NANOS)) {
      port.awaitAccessEnd(wait);
    }
  }

  /** A wait that is not late leaves the access as it is. */
  @Test
  void shouldNotWaitForAPeerThatHasLeft() {
    assertTrue(found.enter());
    breakOff();
    peer.close();
    grant.revoke();
    assertTrue(found.exit(), "the access was waited for, and revoked");
  }

  /** Its lock stays, and is free. */
  @Test
  void shouldNotWaitForADeadPeer() throws IOException {
    assertTrue(found.enter());
    drop();
    peer.close();
    Files.createFile(wire.folder().lock(PEER));
    grant.revoke();
    assertTrue(found.exit(), "the access was waited for, and revoked");
  }

  @Test
  void shouldWaitForAnotherProcessWhileItLives() throws Exception {
    Process other = OwnProcess.start(EndedLinkAccessTest.class, base.toString());
    try (BufferedReader out = other.inputReader()) {
      assertEquals("accesses", out.readLine());
      boolean _ = port.readLinkChanges();
      for (Link each : port.links()) {
        each.breakOff(ProtocolViolation.FORBIDDEN_FRAME);
        port.forget(each);
      }
      Thread waiting = Thread.ofPlatform().start(this::awaitLong);
      waiting.join(50);
      assertTrue(waiting.isAlive(), "it has not waited");
      other.destroyForcibly();
      waiting.join();
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  private void awaitLong() {
    try (AccessWait wait = new AccessWait(AccessWait.ANY_GRANT, TimeUnit.HOURS.toNanos(1))) {
      port.awaitAccessEnd(wait);
    }
  }

  /** The other process. Argument: the folder. */
  public static void main(String[] arguments) throws IOException {
    ShmWire wire = new ShmWire(Path.of(arguments[0]), "fabric", 1 << 16);
    try (Port other = wire.open("shm://fabric/other", new SilentListener())) {
      assertTrue(other.connect(ADDRESS).memory().find(KEY).enter());
      System.out.println("accesses");
      while (System.in.read() >= 0) {
        // nothing is said
      }
    }
  }
}
