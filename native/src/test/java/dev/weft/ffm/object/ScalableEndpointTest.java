package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.ScalableEndpoint;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.ffm.ChildJvm;
import dev.weft.ffm.Installed;
import dev.weft.ffm.object.ScalablePair.Port;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scalable endpoints of sockets, which alone has them here. */
class ScalableEndpointTest {

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  private static void assertRefused(int errno, Executable call) {
    assertEquals(errno, assertThrows(FabricException.class, call).errno());
  }

  @ParameterizedTest
  @EnumSource(names = {"MANUAL", "AUTO"})
  void shouldReachTheContextThatIsNamed(ProgressModel progress) {
    try (ScalablePair pair = new ScalablePair(progress)) {
      for (int i = ScalablePair.CONTEXTS - 1; i >= 0; i--) {
        Port sender = pair.transmits[(i + 1) % ScalablePair.CONTEXTS];
        Port receiver = pair.receives[i];
        long to = pair.to(i);
        int number = i;
        receiver.post(
            () -> receiver.context.recv(pair.buffer(0), 8, FabricAddress.UNSPEC, 10 + number));
        sender.post(() -> sender.context.send(pair.buffer(1), 8, to, 20 + number));
        assertEquals(10 + i, receiver.await(sender));
        assertEquals(20 + i, sender.await(receiver));
      }
    }
  }

  @Test
  void shouldSurviveClosedContexts() throws IOException, InterruptedException {
    List<String> options = List.of("--enable-native-access=ALL-UNNAMED", "-Xmx128m");
    assertEquals("good\n", ChildJvm.run(options, ContextsWhileClosing.class));
  }

  @Test
  void shouldHaveTheAddressInCommon() {
    try (ScalablePair pair = new ScalablePair(ProgressModel.AUTO)) {
      assertArrayEquals(pair.far.name(), pair.receives[2].context.name());
      assertArrayEquals(pair.far.name(), pair.vector.lookup(pair.to(1)));
      assertEquals(-Errno.EINVAL, pair.vector.remove(pair.peer + 1));
      assertEquals(0, pair.vector.remove(pair.to(1)));
      assertEquals(-Errno.EINVAL, sendOf(pair, pair.to(0)));
    }
  }

  private static int sendOf(ScalablePair pair, long to) {
    return pair.transmits[0].context.send(pair.buffer(1), 8, to, 1);
  }

  @Test
  void shouldRefuseWhatAContextDoesNotDo() {
    try (ScalablePair pair = new ScalablePair(ProgressModel.AUTO)) {
      Endpoint sender = pair.transmits[0].context;
      Endpoint receiver = pair.receives[0].context;
      assertEquals(-Errno.EOPNOTSUPP, receiver.send(pair.buffer(1), 8, pair.peer, 1));
      assertEquals(-Errno.EOPNOTSUPP, sender.recv(pair.buffer(1), 8, FabricAddress.UNSPEC, 1));
      assertRefused(Errno.EOPNOTSUPP, () -> sender.connect(new byte[16], null));
      assertRefused(Errno.EOPNOTSUPP, sender::peer);
      assertRefused(Errno.EINVAL, () -> sender.bind(pair.vector, 0));
      assertRefused(Errno.EOPBADSTATE, () -> sender.bind(pair.transmits[0].queue, 1 << 11));
      assertRefused(Errno.EBUSY, () -> pair.near.openTransmitContext(0));
      assertRefused(Errno.EINVAL, () -> pair.near.openTransmitContext(-1));
      assertRefused(Errno.EINVAL, () -> pair.far.openReceiveContext(ScalablePair.CONTEXTS));
      assertRefused(Errno.EBUSY, pair.near::close);
      assertRefused(Errno.EBUSY, pair.vector::close);
      assertRefused(Errno.EBUSY, pair.transmits[0].queue::close);
    }
  }

  /** The attributes that C compares those of the context with must still be there. */
  @Test
  void shouldOpenContextsWithAttributesOfTheirOwn() {
    try (ScalablePair pair = new ScalablePair(ProgressModel.AUTO)) {
      pair.transmits[1].close();
      TransmitAttributes few = TransmitAttributes.builder().size(16).build();
      Endpoint context = pair.near.openTransmitContext(1, few, "few");
      pair.transmits[1] = pair.new Port(context, BindFlags.TRANSMIT);
      assertEquals(16, context.info().transmit().size());
      assertEquals("few", context.context());
      TransmitAttributes more =
          TransmitAttributes.builder().capabilities(Capabilities.MULTICAST).build();
      pair.transmits[2].close();
      assertRefused(Errno.EINVAL, () -> pair.near.openTransmitContext(2, more, null));
      pair.transmits[2] = pair.new Port(pair.near.openTransmitContext(2), BindFlags.TRANSMIT);
    }
  }

  @Test
  void shouldRequireAVectorAndQueues() {
    FabricInfo info = ScalablePair.offer(ProgressModel.AUTO);
    try (Fabric fabric = Fabrics.open(info);
        Domain domain = fabric.openDomain(info);
        ScalableEndpoint whole = domain.openScalableEndpoint(info, null);
        Endpoint context = whole.openTransmitContext(0)) {
      assertRefused(Errno.ENOAV, whole::enable);
      assertRefused(Errno.ENOAV, context::enable);
      assertRefused(Errno.EINVAL, () -> whole.bind(null, 0));
      assertRefused(Errno.EOPBADSTATE, whole::name);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ofi:tcp", "ofi:net", "ofi:shm", "ofi:udp"})
  void shouldSayThatTheProviderHasNone(String provider) {
    Installed.requireProvider(provider);
    FabricInfo info = Pair.offer(provider, Capabilities.MSG);
    try (Fabric fabric = Fabrics.open(info);
        Domain domain = fabric.openDomain(info)) {
      var refused =
          assertThrows(FabricException.class, () -> domain.openScalableEndpoint(info, null));
      assertEquals(Errno.ENOSYS, refused.errno(), refused.getMessage());
    }
  }
}
