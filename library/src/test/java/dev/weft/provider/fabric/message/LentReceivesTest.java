package dev.weft.provider.fabric.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A shared receive whose endpoint is closed while the message is in transfer: it is shared again,
 * at its old position.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class LentReceivesTest {
  private static final long LONG = 1 << 20;

  private final String name = Node.freshName();
  private final FabricInfo info = Node.farInfo(name, FabricInfo.builder());
  private final Fabric fabric = Node.FAR.open(info, null);
  private final Domain domain = fabric.openDomain(info);
  private final AddressVector vector = domain.openAddressVector(AddressVectorAttributes.defaults());
  private final SharedReceiveContext receives =
      domain.openSharedReceiveContext(ReceiveAttributes.defaults());
  private final CompletionQueue queue =
      domain.openCompletionQueue(Node.queueOf(WaitObject.NONE, 0));
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);
  private final Endpoint closing = open();
  private final Endpoint staying = open();
  private final Node sender = Node.openFar(name);
  private final MemorySegment memory = domain.allocate(LONG);

  private Endpoint open() {
    EndpointAttributes sharing =
        info.endpoint().toBuilder().receiveContextCount(EndpointAttributes.SHARED_CONTEXT).build();
    Endpoint endpoint = domain.openEndpoint(info.toBuilder().endpoint(sharing).build());
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(vector, 0);
    endpoint.bind(receives, 0);
    endpoint.enable();
    return endpoint;
  }

  @AfterEach
  void close() {
    sender.close();
    staying.close();
    queue.close();
    receives.close();
    vector.close();
    domain.close();
    fabric.close();
  }

  private void send(long length, Endpoint to) {
    long handle = sender.vector.insert(to.name());
    assertEquals(0, sender.endpoint.send(memory, length, handle, 1));
  }

  /** Has the closing endpoint match the receive, and the transfer be as far as this. */
  private void match(int looksOfSender) {
    send(LONG, closing);
    assertEquals(-Errno.EAGAIN, queue.read(batch, 1));
    for (int i = 0; i < looksOfSender; i++) {
      sender.progress();
      assertEquals(-Errno.EAGAIN, queue.read(batch, 1));
    }
  }

  private void expect(long context) {
    Node.until(() -> queue.read(batch, 1) == 1);
    assertEquals(context, batch.context(0));
    assertEquals(8, batch.length(0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldBeReceivedByAnotherEndpoint(int looksOfSender) {
    assertEquals(0, receives.recv(memory, LONG, -1, 7));
    assertEquals(0, receives.recv(memory, LONG, -1, 8));
    match(looksOfSender);
    closing.close();
    send(8, staying);
    expect(7);
    send(8, staying);
    expect(8);
  }

  @Test
  void shouldBeMatchedWithAMessageThatWaits() {
    assertEquals(0, receives.recv(memory, LONG, -1, 7));
    match(1);
    send(8, staying);
    assertEquals(-Errno.EAGAIN, queue.read(batch, 1));
    closing.close();
    expect(7);
  }

  @Test
  void shouldBeCancelled() {
    assertEquals(0, receives.recv(memory, LONG, -1, 7));
    match(1);
    closing.close();
    assertEquals(0, receives.cancel(7));
    assertEquals(-Errno.EAVAIL, queue.read(batch, 1));
    assertEquals(1, queue.readErr(sender.error, 0));
    assertEquals(Errno.ECANCELED, sender.error.error());
    assertEquals(7, sender.error.context());
  }
}
