package dev.weft.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.MemoryRegionAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.DomainAttributes;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSetAttributes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attributes default to all zero, keep the values of a builder, and reject only invalid ones. */
class AttributesTest {

  /** CQ-013: all zero means defaults. */
  @ParameterizedTest
  @ValueSource(
      classes = {
        CompletionQueueAttributes.class,
        CounterAttributes.class,
        AddressVectorAttributes.class,
        PollSetAttributes.class,
        MemoryRegionAttributes.class,
        TransmitAttributes.class,
        ReceiveAttributes.class,
        EndpointAttributes.class,
        DomainAttributes.class,
        FabricAttributes.class
      })
  void shouldDefaultToZero(Class<? extends Record> type) throws ReflectiveOperationException {
    Object defaults = type.getMethod("defaults").invoke(null);
    for (RecordComponent component : type.getRecordComponents()) {
      switch (component.getAccessor().invoke(defaults)) {
        case Number number -> assertEquals(0, number.longValue(), component.getName());
        case Numbered word -> assertEquals(0, word.value(), component.getName());
        case List<?> list -> assertEquals(List.of(), list, component.getName());
        case null -> assertFalse(component.getType().isPrimitive());
        case Object other -> throw new AssertionError(component + "=" + other);
      }
    }
  }

  /** WS-002: zero would be FI_WAIT_NONE, on which no thread can wait. */
  @Test
  void shouldDefaultToWaitSetThatCanBeOpened() {
    assertEquals(WaitObject.UNSPEC, WaitSetAttributes.defaults().waitObject());
    assertEquals(0, WaitSetAttributes.defaults().flags());
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        CompletionQueueAttributes.class, CounterAttributes.class, AddressVectorAttributes.class,
        PollSetAttributes.class, WaitSetAttributes.class, MemoryRegionAttributes.class,
        TransmitAttributes.class, ReceiveAttributes.class, EndpointAttributes.class,
        DomainAttributes.class, FabricAttributes.class
      })
  void shouldKeepWhatTheBuilderIsTold(Class<? extends Record> type)
      throws ReflectiveOperationException {
    Object builder = type.getMethod("builder").invoke(null);
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      Class<?> kind = components[i].getType();
      values[i] = sample(kind, 100 + i);
      builder.getClass().getMethod(components[i].getName(), kind).invoke(builder, values[i]);
    }
    Object built = builder.getClass().getMethod("build").invoke(builder);
    for (int i = 0; i < components.length; i++) {
      assertEquals(values[i], components[i].getAccessor().invoke(built), components[i].getName());
    }
    Object copy = type.getMethod("toBuilder").invoke(built);
    assertEquals(built, copy.getClass().getMethod("build").invoke(copy));
  }

  private static Object sample(Class<?> kind, int seed) {
    if (kind == long.class) {
      return (long) seed;
    }
    if (kind == int.class) {
      return seed;
    }
    if (kind == String.class) {
      return "name" + seed;
    }
    if (kind == List.class) {
      return List.of(Arena.global().allocate(1));
    }
    return kind.isEnum() ? kind.getEnumConstants()[1] : kind == Object.class ? kind : null;
  }

  @Test
  void shouldLeaveUnknownFlagsToTheCallThatOpens() {
    assertEquals(8, CompletionQueueAttributes.builder().flags(1 << 3).build().flags());
    assertEquals(
        -7, CompletionQueueAttributes.builder().signalingVector(-7).build().signalingVector());
    assertEquals(1, PollSetAttributes.builder().flags(1).build().flags());
  }

  @Test
  void shouldRejectNullsAndNegativeSizes() {
    var negative =
        assertThrows(
            IllegalArgumentException.class, () -> CompletionQueueAttributes.builder().size(-1));
    assertEquals("size=-1, allowed 0.." + Long.MAX_VALUE, negative.getMessage());
    assertThrows(
        IllegalArgumentException.class, () -> CompletionQueueAttributes.builder().format(null));
    assertThrows(
        IllegalArgumentException.class, () -> MemoryRegionAttributes.builder().segments(null));
    assertThrows(IllegalArgumentException.class, () -> TransmitAttributes.builder().size(-1));
  }

  @Test
  void shouldRejectThemAlsoWithoutABuilder() throws ReflectiveOperationException {
    var constructor = WaitSetAttributes.class.getConstructor(WaitObject.class, long.class);
    var error =
        assertThrows(InvocationTargetException.class, () -> constructor.newInstance(null, 0L));
    assertInstanceOf(IllegalArgumentException.class, error.getCause());
  }

  @Test
  void shouldOfferPresets() {
    CompletionQueueAttributes blocking =
        CompletionQueueAttributes.blocking(CompletionFormat.TAGGED);
    assertEquals(WaitObject.UNSPEC, blocking.waitObject());
    assertEquals(CompletionFormat.TAGGED, blocking.format());
    assertEquals(
        WaitObject.NONE, CompletionQueueAttributes.polling(CompletionFormat.MSG).waitObject());
    assertNull(blocking.waitSet());
  }

  @Test
  void shouldKeepItsOwnListOfSegments() {
    MemorySegment memory = Arena.global().allocate(8);
    List<MemorySegment> list = new java.util.ArrayList<>(List.of(memory));
    MemoryRegionAttributes attributes = MemoryRegionAttributes.builder().segments(list).build();
    list.clear();
    assertEquals(List.of(memory), attributes.segments());
  }

  @Test
  void shouldPrintAsFiInfoDoes() {
    assertEquals(
        """
        fi_cq_attr:
            size: 64
            flags: 0x0
            format: FI_CQ_FORMAT_DATA
            wait_obj: FI_WAIT_NONE
            signaling_vector: 0
            wait_cond: FI_CQ_COND_NONE
            wait_set: null\
        """,
        CompletionQueueAttributes.builder()
            .size(64)
            .format(CompletionFormat.DATA)
            .build()
            .toString());
  }
}
