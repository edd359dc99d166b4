package dev.weft.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.poll.DescriptorHandle;
import dev.weft.fabric.poll.PollHandle;
import dev.weft.fabric.poll.WaitObject;
import java.io.IOException;
import java.nio.channels.Pipe;
import java.nio.channels.SelectableChannel;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The commands of {@code fi_control(3)}, wait handles (WO-012, WO-020) and the text of errors. */
class ControlTest {

  @Test
  void shouldHaveTheNumbersOfTheHeader() {
    assertEquals(5, ControlCommand.GETWAIT.value());
    assertEquals(16, ControlCommand.GETWAITOBJ.value());
    assertEquals(6, ControlCommand.ENABLE.value());
    assertEquals(2, ControlCommand.getOpsFlag(BindFlags.RECV).value());
    assertEquals(3, ControlCommand.setOpsFlag(BindFlags.TRANSMIT).value());
    assertEquals(BindFlags.RECV, ControlCommand.getOpsFlag(BindFlags.RECV).argument());
    assertEquals("FI_GETWAITOBJ", ControlCommand.GETWAITOBJ.toString());
  }

  @Test
  void shouldTypeTheAnswer() {
    assertSame(WaitObject.FD, ControlCommand.GETWAITOBJ.answer(WaitObject.FD));
    assertThrows(ClassCastException.class, () -> ControlCommand.GETWAITOBJ.answer("FD"));
  }

  @Test
  void shouldRefuseAnotherHandleThanADescriptor() {
    DescriptorHandle handle = new DescriptorHandle(3);
    assertEquals(5, ControlCommand.GETWAIT_DESCRIPTOR.value());
    assertSame(handle, ControlCommand.GETWAIT_DESCRIPTOR.answer(handle));
    PollHandle other = PollHandle.of(1, List.of(), 0);
    assertEquals(
        "fi_control: Function not implemented (FI_ENOSYS 38): command=FI_GETWAIT(descriptor) of an"
            + " object with a PollHandle. Open it with waitObject=FD",
        assertThrows(FabricException.class, () -> ControlCommand.GETWAIT_DESCRIPTOR.answer(other))
            .getMessage());
  }

  @Test
  void shouldAnswerTooSmallLikeThePollfdStruct() throws IOException {
    Pipe pipe = Pipe.open();
    try (var source = pipe.source();
        var sink = pipe.sink()) {
      List<SelectableChannel> channels = List.of(source, sink);
      PollHandle complete = PollHandle.of(7, channels, 2);
      assertEquals(0, complete.status());
      assertEquals(channels, complete.channels());
      PollHandle tooSmall = PollHandle.of(7, channels, 1);
      assertEquals(-Errno.ETOOSMALL, tooSmall.status());
      assertEquals(2, tooSmall.needed());
      assertEquals(7, tooSmall.changeIndex());
      assertEquals(List.of(), tooSmall.channels());
    }
    assertEquals(0, PollHandle.of(1, List.of(), 0).status());
  }

  @Test
  void shouldTellCallNumberDetailAndHint() {
    FabricException error =
        new FabricException(-Errno.EBUSY, "fi_cq_open", "endpoints=2", "Close them first");
    assertEquals(
        "fi_cq_open: Device or resource busy (FI_EBUSY 16): endpoints=2. Close them first",
        error.getMessage());
    assertEquals(16, error.errno());
    assertEquals("fi_cq_open", error.call());
    assertEquals("Close them first", error.hint());
    assertEquals(
        "fi_close: Device or resource busy (FI_EBUSY 16). Close the endpoint first",
        new FabricException(Errno.EBUSY, "fi_close", "Close the endpoint first").getMessage());
  }
}
