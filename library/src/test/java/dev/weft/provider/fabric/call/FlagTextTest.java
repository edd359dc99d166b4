package dev.weft.provider.fabric.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Domain;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.AtomicAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.DataType;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Errors about flags name the bits that are set and those that are allowed. */
class FlagTextTest {
  private static final long UNKNOWN = 1L << 40;

  @Test
  void shouldNameBitsAndWhatIsAllowed() {
    FabricInfo info = Fabrics.getInfo(FabricInfo.builder().provider("loopback").build()).getFirst();
    try (Fabric fabric = Fabrics.open(info);
        Domain domain = fabric.openDomain(info)) {
      refuses(
          "fi_mr_reg: Flags not supported (FI_EBADFLAGS 260): access=FI_READ|0x10000000000."
              + " Allowed: FI_READ|FI_WRITE|FI_RECV|FI_SEND|FI_REMOTE_READ|FI_REMOTE_WRITE",
          () -> domain.register(Arena.ofAuto().allocate(8), AccessFlags.READ | UNKNOWN, 1));
      refuses(
          "fi_cq_open: Invalid argument (FI_EINVAL 22): flags=FI_WRITE. Allowed:"
              + " FI_AFFINITY|FI_PEER",
          () ->
              domain.openCompletionQueue(
                  CompletionQueueAttributes.builder().flags(BindFlags.WRITE).build()));
      refuses(
          "fi_cntr_open: Invalid argument (FI_EINVAL 22): flags=0x10000000000. Allowed: 0",
          () -> domain.openCounter(CounterAttributes.builder().flags(UNKNOWN).build()));
      refuses(
          "fi_av_open: Invalid argument (FI_EINVAL 22): flags=0x10000000000. Allowed: FI_EVENT",
          () -> domain.openAddressVector(AddressVectorAttributes.builder().flags(UNKNOWN).build()));
      refuses(
          "fi_query_atomic: Flags not supported (FI_EBADFLAGS 260):"
              + " flags=FI_FETCH_ATOMIC|FI_COMPARE_ATOMIC."
              + " Allowed: 0, FI_FETCH_ATOMIC or FI_COMPARE_ATOMIC",
          () ->
              domain.queryAtomic(
                  DataType.INT64,
                  AtomicOperation.SUM,
                  AtomicAttributes.FETCH_ATOMIC | AtomicAttributes.COMPARE_ATOMIC));
    }
  }

  private static void refuses(String text, Executable call) {
    assertEquals(text, assertThrows(FabricException.class, call).getMessage());
  }
}
