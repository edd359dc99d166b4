package dev.weft.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.attributes.BindFlags;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A queue is read by the operations of one endpoint. */
class OneReaderTest {
  private final Node node = Node.open("loopback");

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void shouldRefuseAQueueThatOthersRead() {
    try (Operations first = Operations.driven(node.endpoint(), node.queue())) {
      String text =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> Operations.driven(node.endpoint(), node.queue()))
              .getMessage();
      assertTrue(text.contains("is read by other operations"), text);
      assertThrows(
          IllegalArgumentException.class, () -> Operations.manual(node.endpoint(), node.queue()));
      assertEquals(0, first.pending());
    }
  }

  @Test
  void shouldReadAQueueThatOthersHaveLeft() {
    Operations first = Operations.driven(node.endpoint(), node.queue());
    first.close();
    AddressVector peers = node.peers();
    try (Endpoint endpoint = node.domain().openEndpoint(node.endpoint().info())) {
      endpoint.bind(node.queue(), BindFlags.TRANSMIT | BindFlags.RECV);
      endpoint.bind(peers, 0);
      endpoint.enable();
      try (Operations second = Operations.manual(endpoint, node.queue())) {
        LeasedBuffer room = LeasedBuffer.allocate(node.domain(), 8);
        LeasedBuffer message = LeasedBuffer.allocate(node.domain(), 8);
        var received = second.recv(room, -1);
        second.await(second.send(message, 8, peers.insert(endpoint.name())));
        assertEquals(8, second.await(received).length());
        first.close();
        assertThrows(
            IllegalArgumentException.class, () -> Operations.manual(endpoint, node.queue()));
      }
    }
  }
}
