package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.Installed;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shared contexts of connectionless endpoints, and providers without. */
class SharedContextsTest {
  private static final CompletionQueueAttributes QUEUE =
      CompletionQueueAttributes.polling(CompletionFormat.TAGGED);

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  /** tcp since 1.18 opens them for connections, at whichever offer. */
  static Stream<String> withoutSharedReceives() {
    return Stream.of("ofi:tcp", "ofi:shm", "ofi:udp")
        .filter(name -> !name.equals("ofi:tcp") || !Installed.isAtLeast(1, 18));
  }

  /** shm has a function, which dereferences NULL when what it made is closed. */
  @ParameterizedTest
  @MethodSource("withoutSharedReceives")
  void shouldRefuseWhatTheProviderDoesNotHave(String provider) {
    FabricInfo offer = Pair.offer(provider, Capabilities.MSG);
    try (Fabric fabric = Fabrics.open(offer);
        Domain domain = fabric.openDomain(offer)) {
      var receives =
          assertThrows(
              FabricException.class, () -> domain.openSharedReceiveContext(null, "receives"));
      var transmits =
          assertThrows(
              FabricException.class, () -> domain.openSharedTransmitContext(null, "transmits"));
      assertEquals(Errno.ENOSYS, receives.errno());
      assertEquals(Errno.ENOSYS, transmits.errno());
    }
  }

  /** Also where libfabric looks peers up in the vector of an endpoint. */
  @Test
  void shouldForgetTheVectorOfClosedEndpoints() {
    Installed.requireProvider("ofi:sockets");
    FabricInfo info = sharing();
    try (Fabric fabric = Fabrics.open(info);
        Domain domain = fabric.openDomain(info);
        CompletionQueue queue = domain.openCompletionQueue(QUEUE);
        SharedReceiveContext receives = domain.openSharedReceiveContext(null, "receives")) {
      for (int i = 0; i < 3; i++) {
        try (AddressVector vector = domain.openAddressVector(AddressVectorAttributes.defaults());
            Endpoint first = enabled(domain, info, queue, vector, receives)) {
          enabled(domain, info, queue, vector, receives).close();
          requireOther(domain, info, queue, receives);
          assertFalse(first.isClosed());
        }
      }
    }
  }

  /** As long as an endpoint is enabled, its vector is that of all. */
  private static void requireOther(
      Domain domain, FabricInfo info, CompletionQueue queue, SharedReceiveContext receives) {
    try (AddressVector other = domain.openAddressVector(AddressVectorAttributes.defaults());
        Endpoint endpoint = bound(domain, info, queue, other, receives)) {
      FabricException refusal = assertThrows(FabricException.class, endpoint::enable);
      assertEquals(Errno.EINVAL, refusal.errno());
    }
  }

  private static Endpoint enabled(
      Domain domain,
      FabricInfo info,
      CompletionQueue queue,
      AddressVector vector,
      SharedReceiveContext receives) {
    Endpoint endpoint = bound(domain, info, queue, vector, receives);
    endpoint.enable();
    return endpoint;
  }

  private static Endpoint bound(
      Domain domain,
      FabricInfo info,
      CompletionQueue queue,
      AddressVector vector,
      SharedReceiveContext receives) {
    Endpoint endpoint = domain.openEndpoint(info);
    endpoint.bind(vector, 0);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(receives, 0);
    return endpoint;
  }

  private static FabricInfo sharing() {
    FabricInfo offer = Pair.offer("ofi:sockets", Capabilities.MSG);
    long shared = EndpointAttributes.SHARED_CONTEXT;
    return offer.toBuilder()
        .endpoint(offer.endpoint().toBuilder().receiveContextCount(shared).build())
        .build();
  }
}
