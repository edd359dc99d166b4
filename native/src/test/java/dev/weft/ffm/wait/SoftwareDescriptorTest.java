package dev.weft.ffm.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.poll.ChannelHandle;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.WaitSetAttributes;
import dev.weft.fabric.poll.Waitable;
import dev.weft.ffm.ChildJvm;
import dev.weft.ffm.PolledDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The descriptors of the software providers, waited for with {@code poll(2)} and {@code epoll}. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SoftwareDescriptorTest {
  private static final int LAPS = 2_000;
  private static final int OPENINGS = 10_000;

  /** Descriptors that other threads of the process may open meanwhile. */
  private static final long OTHERS = 50;

  private static int descriptor(Waitable object) {
    return object.control(ControlCommand.GETWAIT_DESCRIPTOR).descriptor();
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldBeReadableUntilDrainedAndAskedAgain(String provider) {
    try (Mailbox mail = Mailbox.open(provider)) {
      int descriptor = descriptor(mail.queue());
      assertEquals(descriptor, descriptor(mail.queue()));
      assertEquals(0, mail.tryWait());
      assertFalse(PolledDescriptor.isReadable(descriptor, 0));
      mail.send();
      mail.send();
      assertTrue(PolledDescriptor.isReadable(descriptor, -1));
      assertTrue(PolledDescriptor.isReadable(descriptor, 0), "a level");
      mail.take();
      assertEquals(-Errno.EAGAIN, mail.tryWait());
      assertTrue(PolledDescriptor.isReadable(descriptor, 0));
      mail.take();
      while (mail.tryWait() != 0 || PolledDescriptor.isReadable(descriptor, 0)) {
        Thread.onSpinWait(); // a doorbell of shm may come late
      }
    }
  }

  @Test
  void shouldBeReadableFromTheStartIfTheQueueHasEntries() {
    try (Mailbox mail = Mailbox.open("loopback")) {
      mail.send();
      int descriptor = descriptor(mail.queue());
      assertTrue(PolledDescriptor.isReadable(descriptor, 0));
      assertTrue(mail.queue().control(ControlCommand.GETWAIT) instanceof ChannelHandle);
    }
  }

  @Test
  void shouldBeReadableAfterASignal() {
    try (Mailbox mail = Mailbox.open("loopback")) {
      int descriptor = descriptor(mail.queue());
      assertEquals(0, mail.queue().signal());
      assertTrue(PolledDescriptor.isReadable(descriptor, 0));
      assertEquals(-Errno.EAGAIN, mail.tryWait());
      assertEquals(0, mail.tryWait());
      assertFalse(PolledDescriptor.isReadable(descriptor, 0));
    }
  }

  @Test
  void shouldBeThereForCountersAndEventQueues() {
    try (Mailbox mail = Mailbox.open("loopback");
        Counter counter =
            mail.node()
                .domain()
                .openCounter(CounterAttributes.builder().waitObject(WaitObject.FD).build());
        EventQueue events =
            mail.node()
                .fabric()
                .openEventQueue(EventQueueAttributes.builder().waitObject(WaitObject.FD).build())) {
      assertEquals(0, mail.node().fabric().tryWait(counter));
      assertEquals(0, mail.node().fabric().tryWait(events));
      assertFalse(PolledDescriptor.isReadable(descriptor(counter), 0));
      assertFalse(PolledDescriptor.isReadable(descriptor(events), 0));
      counter.add(1);
      assertTrue(PolledDescriptor.isReadable(descriptor(counter), -1));
      assertFalse(PolledDescriptor.isReadable(descriptor(events), 0));
    }
  }

  @Test
  void shouldBeThatOfTheWaitSet() {
    try (Mailbox owner = Mailbox.open("loopback");
        WaitSet set =
            owner
                .node()
                .fabric()
                .openWaitSet(WaitSetAttributes.builder().waitObject(WaitObject.FD).build(), null);
        Mailbox member = Mailbox.open(owner.node().fabric(), set)) {
      int descriptor = descriptor(set);
      assertEquals(descriptor, descriptor(member.queue()));
      assertEquals(0, member.tryWait());
      assertFalse(PolledDescriptor.isReadable(descriptor, 0));
      member.send();
      assertTrue(PolledDescriptor.isReadable(descriptor, -1));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = WaitObject.class,
      names = {"NONE", "UNSPEC", "MUTEX_COND", "POLLFD", "YIELD"})
  void shouldBeRefusedWhereTheWaitObjectIsAnother(WaitObject kind) {
    try (Mailbox mail = Mailbox.open("loopback", kind)) {
      CompletionQueue queue = mail.queue();
      FabricException refused = assertThrows(FabricException.class, () -> descriptor(queue));
      assertEquals(kind == WaitObject.NONE ? Errno.ENODATA : Errno.ENOSYS, refused.errno());
      assertTrue(refused.hint().endsWith("FD"), refused::getMessage);
    }
  }

  /** One thread sends while another waits; a wake-up that is lost ends the test by its timeout. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldLoseNoWakeUp(boolean virtual) throws Exception {
    Thread.Builder kind = virtual ? Thread.ofVirtual() : Thread.ofPlatform();
    try (Mailbox mail = Mailbox.open("loopback")) {
      int descriptor = descriptor(mail.queue());
      FutureTask<Void> sender = new FutureTask<>(() -> mail.send(LAPS), null);
      kind.start(sender);
      FutureTask<Void> taker = new FutureTask<>(() -> waitForAll(mail, descriptor), null);
      kind.start(taker);
      taker.get();
      sender.get();
    }
  }

  private static void waitForAll(Mailbox mail, int descriptor) {
    for (int taken = 0; taken < LAPS; taken += mail.takeAll()) {
      if (mail.tryWait() == 0) {
        assertTrue(PolledDescriptor.isReadable(descriptor, -1));
      }
    }
  }

  @Test
  void shouldBeReportedByEpoll() {
    try (Mailbox one = Mailbox.open("loopback");
        Mailbox other = Mailbox.open("loopback")) {
      Epoll epoll = new Epoll();
      Epoll.Member first = epoll.add(descriptor(one.queue()), 1);
      Epoll.Member second = epoll.add(descriptor(other.queue()), 2);
      for (int lap = 0; lap < LAPS; lap++) {
        Mailbox ready = lap % 2 == 0 ? one : other;
        assertEquals(0, one.tryWait());
        assertEquals(0, other.tryWait());
        first.arm();
        second.arm();
        ready.send();
        assertEquals(1, epoll.await());
        assertEquals(lap % 2 + 1, epoll.number(0));
        ready.take();
      }
      first.remove();
      second.remove();
    }
  }

  @Test
  void shouldEndAPollWhenTheQueueCloses() throws Exception {
    for (int lap = 0; lap < 20; lap++) {
      Mailbox mail = Mailbox.open("loopback");
      int descriptor = descriptor(mail.queue());
      assertEquals(0, mail.tryWait());
      Thread poller = Thread.ofPlatform().start(() -> PolledDescriptor.isReadable(descriptor, -1));
      while (lap % 2 == 0 && poller.getState() != Thread.State.RUNNABLE) {
        Thread.onSpinWait();
      }
      mail.close();
      poller.join();
    }
  }

  @Test
  void shouldLeaveNoDescriptorBehind() throws IOException {
    try (Mailbox mail = Mailbox.open("loopback")) {
      openAndClose(mail);
      long before = openFiles();
      for (int i = 0; i < OPENINGS; i++) {
        openAndClose(mail);
      }
      long after = openFiles();
      assertTrue(after < before + OTHERS, () -> before + " open files became " + after);
    }
  }

  private static void openAndClose(Mailbox mail) {
    try (CompletionQueue queue =
        mail.node().domain().openCompletionQueue(Mailbox.attributes(WaitObject.FD, null))) {
      descriptor(queue);
    }
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  @Test
  void shouldWakeForMessagesOfAnotherProcess() throws Exception {
    try (Mailbox mail = Mailbox.open("shm")) {
      int descriptor = descriptor(mail.queue());
      String laps = Integer.toString(LAPS);
      Process sender = ChildJvm.start(List.of(), Mailbox.class, mail.node().address(), laps);
      waitForAll(mail, descriptor);
      assertEquals("", ChildJvm.printed(sender));
      assertEquals(0, sender.waitFor());
    }
  }

  @Test
  void shouldSayThatTheProcessHasNoDescriptorLeft() throws Exception {
    List<String> options = List.of("--enable-native-access=ALL-UNNAMED");
    assertEquals(
        "fi_control: Too many open files (FI_EMFILE 24): pipe2(2): Too many open files."
            + " A descriptor is needed to poll the object: allow more files with ulimit -n, or"
            + " close some\n",
        ChildJvm.run(options, StarvedProcess.class));
  }

  @Test
  void shouldSayWhatToTypeWithoutNativeAccess() throws Exception {
    List<String> options = List.of("--illegal-native-access=deny");
    assertEquals(
        "fi_control: Function not implemented (FI_ENOSYS 38): command=FI_GETWAIT(descriptor): no"
            + " native access; type java --enable-native-access=ALL-UNNAMED. GETWAIT gives a"
            + " channel without native code\n",
        ChildJvm.run(options, StarvedProcess.class, "refused"));
  }
}
