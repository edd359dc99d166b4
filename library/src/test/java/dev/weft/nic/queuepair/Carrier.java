package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Attributes;
import dev.weft.nic.packet.Destination;
import dev.weft.nic.packet.States;
import dev.weft.nic.reliabledatagram.ReliableDomain;
import dev.weft.nic.workqueue.SendRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Test fixture: an end-to-end context with shorthand methods. */
public final class Carrier implements AutoCloseable {
  public static final int LID = 0x15;

  /** The number of the first message. */
  public static final int FIRST = 0xfffffe;

  private static final int INIT = Attributes.PARTITION_KEY_INDEX | Attributes.PORT;
  private static final int RECEIVE =
      Attributes.ADDRESS
          | Attributes.PATH_MTU
          | Attributes.PEER
          | Attributes.RECEIVE_NUMBER
          | Attributes.MAX_READS_SERVED
          | Attributes.NOT_READY_TIMER;
  private static final int SEND =
      Attributes.SEND_NUMBER
          | Attributes.TIMEOUT
          | Attributes.RETRIES
          | Attributes.NOT_READY_RETRIES
          | Attributes.MAX_READS;

  public final QueuePairMachine machine;
  public final Attributes attributes = new Attributes();
  public final List<Integer> events = new CopyOnWriteArrayList<>();

  public Carrier(AddressMap addresses, int number, ReliableDomain domain, ProtectionTable table) {
    AddressMap contexts = network(addresses);
    machine = domain.openContext(contexts, number, table, events::add);
    assertNotNull(machine);
    attributes.reachable = true;
    attributes.path = new Destination(true, LID, 3, 0, null);
    attributes.pathMtu = 5;
    attributes.maxReads = 4;
    attributes.maxReadsServed = 4;
    attributes.notReadyTimer = 1;
    attributes.timeout = 12;
    attributes.retries = 2;
    attributes.notReadyRetries = 7;
    attributes.port = 1;
    attributes.sendNumber = FIRST;
    attributes.receiveNumber = FIRST;
  }

  /** The addresses of contexts, separate from those of queue pairs. */
  public static AddressMap network(AddressMap queuePairs) {
    return new AddressMap(queuePairs.wire(), number -> queuePairs.addressOf(number) + "-eec");
  }

  /** The tag of an envelope of a message, counted from 0, with the Q_Key of stations. */
  public static long envelope(int message) {
    return (long) Station.QUEUE_KEY << 32 | FIRST + message;
  }

  public int modify(int state, int mask) {
    attributes.state = state;
    return machine.modify(attributes, mask | Attributes.STATE);
  }

  public Carrier init() {
    assertEquals(0, modify(States.INIT, INIT));
    return this;
  }

  Carrier readyToReceive(int peer) {
    attributes.peer = peer;
    assertEquals(0, modify(States.READY_TO_RECEIVE, RECEIVE));
    return this;
  }

  public Carrier ready(int peer) {
    init().readyToReceive(peer);
    assertEquals(0, modify(States.READY_TO_SEND, SEND));
    return this;
  }

  /** Ends after this many nanoseconds in which its peer takes no response. */
  public void limitResponses(long limit) {
    machine.retryTimer.responseLimit = limit;
  }

  /** Sets the timeout of what is sent from now on. Caller holds the lock. */
  public void limitAnswers(int timeout) {
    machine.attributes.timeout = timeout;
  }

  /** Addresses a request through this context to a station. */
  public SendRequest address(SendRequest request, Station to) {
    request.endToEnd = machine.number();
    request.remoteQueuePair = to.machine.number();
    request.queueKey = to.attributes.queueKey;
    return request;
  }

  @Override
  public void close() {
    machine.close();
  }
}
