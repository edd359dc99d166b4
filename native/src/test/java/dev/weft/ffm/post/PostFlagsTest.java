package dev.weft.ffm.post;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.fabric.message.RmaMessage;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.ffm.Installed;
import dev.weft.ffm.object.Pair;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongToIntFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Flags that a call does not have: C ends the process for some of them. */
@Timeout(600)
class PostFlagsTest {
  private static final int KEY = 1;
  private static final long DISCARD = OperationFlags.DISCARD;
  private static final long CLAIM = OperationFlags.CLAIM;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  @ParameterizedTest
  @MethodSource("dev.weft.ffm.Installed#messengers")
  void shouldRefuseUndefinedFlags(String provider) {
    try (Pair pair = open(provider)) {
      calls(pair)
          .forEach(
              (name, call) ->
                  undefined()
                      .forEach(
                          flag ->
                              assertEquals(
                                  -Errno.EBADFLAGS,
                                  call.applyAsInt(flag),
                                  name + " with " + OperationFlags.describe(flag))));
    }
  }

  @ParameterizedTest
  @MethodSource("dev.weft.ffm.Installed#messengers")
  void shouldRefuseFlagsOfOtherCalls(String provider) {
    try (Pair pair = open(provider)) {
      Map<String, LongToIntFunction> calls = calls(pair);
      for (String name : new String[] {"recvMsg", "sendMsg", "tsendMsg", "readMsg", "writeMsg"}) {
        for (long flag : new long[] {OperationFlags.PEEK, CLAIM, DISCARD}) {
          assertEquals(-Errno.EBADFLAGS, calls.get(name).applyAsInt(flag), name);
        }
      }
      assertEquals(-Errno.EBADFLAGS, calls.get("trecvMsg").applyAsInt(DISCARD));
      assertEquals(-Errno.EINVAL, calls.get("trecvMsg").applyAsInt(CLAIM));
      assertEquals(-Errno.EINVAL, calls.get("trecvMsg").applyAsInt(CLAIM | DISCARD));
      assertEquals(-Errno.EBADFLAGS, calls.get("recvMsg").applyAsInt(OperationFlags.MULTI_RECV));
      calls.forEach(
          (name, call) ->
              assertEquals(-Errno.EOPNOTSUPP, call.applyAsInt(OperationFlags.TRIGGER), name));
    }
  }

  /** The flag applies to writes; udp of 1.17 follows a wrong pointer for a read with it. */
  @ParameterizedTest
  @MethodSource("dev.weft.ffm.Installed#messengers")
  void shouldReadWithFlagOfData(String provider) {
    try (Pair pair = open(provider)) {
      LongToIntFunction read = calls(pair).get("readMsg");
      pair.post(() -> read.applyAsInt(OperationFlags.REMOTE_CQ_DATA));
      assertEquals(5, pair.a.await().batch.context(0));
    }
  }

  private static LongStream undefined() {
    return LongStream.range(0, Long.SIZE)
        .map(bit -> 1L << bit)
        .filter(flag -> OperationFlags.describe(flag).startsWith("0x"));
  }

  private static Pair open(String provider) {
    FabricInfo hints =
        FabricInfo.builder()
            .provider(provider)
            .endpointType(EndpointType.RDM)
            .capabilities(Capabilities.MSG | Capabilities.TAGGED | Capabilities.RMA)
            .build();
    FabricInfo offer = Fabrics.getInfo(hints).getFirst();
    return new Pair(offer.toBuilder().capabilities(hints.capabilities()).build(), 0, 0);
  }

  private static Map<String, LongToIntFunction> calls(Pair pair) {
    Endpoint endpoint = pair.a.endpoint;
    long peer = pair.a.peer;
    var local = IoVector.of(pair.buffer(1));
    pair.keep(pair.domain.register(pair.buffer(2), AccessFlags.REMOTE_READ, KEY));
    RmaIoVector remote = new RmaIoVector().add(0, Pair.LENGTH, KEY);
    Message message = new Message().vector(local).address(peer).context(1);
    TaggedMessage tagged = new TaggedMessage().vector(local).address(peer).context(2);
    RmaMessage access = new RmaMessage().vector(local).remote(remote).address(peer).context(5);
    Map<String, LongToIntFunction> calls = new LinkedHashMap<>();
    calls.put("recvMsg", flags -> endpoint.recvMsg(message, flags));
    calls.put("trecvMsg", flags -> endpoint.trecvMsg(tagged, flags));
    calls.put("sendMsg", flags -> endpoint.sendMsg(message, flags));
    calls.put("tsendMsg", flags -> endpoint.tsendMsg(tagged, flags));
    calls.put("writeMsg", flags -> endpoint.writeMsg(access, flags));
    calls.put("readMsg", flags -> endpoint.readMsg(access, flags));
    return calls;
  }
}
