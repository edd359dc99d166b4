package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.Installed;
import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Arguments of opening and inserting that C follows or computes with unchecked. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class OpeningTest {

  private static final long HUGE = 1L << 60;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> reliable() {
    return Pair.reliable();
  }

  private static FabricInfo hints(String provider) {
    return FabricInfo.builder().provider(provider).endpointType(EndpointType.RDM).build();
  }

  private static void inDomain(String provider, Consumer<Domain> check) {
    FabricInfo info = Fabrics.getInfo(hints(provider)).getFirst();
    try (Fabric fabric = Fabrics.open(info);
        Domain domain = fabric.openDomain(info)) {
      check.accept(domain);
    }
  }

  private static void refused(int error, String says, Executable call) {
    FabricException refusal = assertThrows(FabricException.class, call);
    assertEquals(error, refusal.errno());
    assertTrue(refusal.getMessage().contains(says), refusal::getMessage);
  }

  /** The hints have the type of the answer, and are passed by mistake. */
  @ParameterizedTest
  @MethodSource("reliable")
  void shouldRefuseADomainWithoutAName(String provider) {
    FabricInfo hints = hints(provider);
    try (Fabric fabric = Fabrics.open(Fabrics.getInfo(hints).getFirst())) {
      refused(Errno.EINVAL, "info.domain.name=null", () -> fabric.openDomain(hints));
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldRefuseTheInfoOfAnotherProvider(String provider) {
    try (Fabric fabric = Fabrics.open(Fabrics.getInfo(hints(provider)).getFirst())) {
      for (String other : new String[] {"loopback", "shm"}) {
        FabricInfo info = Fabrics.getInfo(hints(other)).getFirst();
        refused(Errno.EINVAL, "providerName=" + other, () -> fabric.openDomain(info));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldRefuseSizesThatCComputesWithUnchecked(String provider) {
    var queue = CompletionQueueAttributes.builder().size(HUGE).build();
    var vector = AddressVectorAttributes.builder().count(HUGE).build();
    inDomain(
        provider,
        domain -> {
          refused(Errno.EINVAL, "size=" + HUGE, () -> domain.openCompletionQueue(queue));
          refused(Errno.EINVAL, "count=" + HUGE, () -> domain.openAddressVector(vector));
        });
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldInsertNothingWithoutRoomForAllHandles(String provider) {
    byte[][] two = {new byte[16], new byte[16]};
    AddressBatch one = AddressBatch.allocate(Arena.ofAuto(), 1);
    inDomain(
        provider,
        domain -> {
          try (AddressVector vector =
              domain.openAddressVector(AddressVectorAttributes.defaults())) {
            var refusal =
                assertThrows(IllegalArgumentException.class, () -> vector.insert(two, one));
            assertEquals("handles.capacity()=1, allowed from 2 up", refusal.getMessage());
          }
        });
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldReportThatMemoryIsShort(String provider) {
    inDomain(
        provider, domain -> refused(Errno.ENOMEM, "bytes=" + HUGE, () -> domain.allocate(HUGE)));
  }

  /** As the domains of {@code loopback} and {@code shm}. */
  @ParameterizedTest
  @MethodSource("reliable")
  void shouldAllocateNothingOnceClosed(String provider) {
    inDomain(
        provider,
        domain -> {
          domain.close();
          assertThrows(IllegalStateException.class, () -> domain.allocate(1));
        });
  }
}
