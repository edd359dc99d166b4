package dev.weft.provider.fabric.threads;

import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;
import java.util.Random;

/**
 * The configuration of a program of several threads.
 *
 * @param provider the provider of all endpoints
 * @param endpoints how many there are
 * @param threads how many threads use them
 * @param oneDomain whether all endpoints share a domain and an address vector
 * @param queues which completions share a queue
 * @param small whether queues and contexts have few places
 * @param waitObject that of all queues and counters
 * @param automatic whether a thread of the library makes progress
 * @param source whether entries have the source
 * @param directed whether receives may be directed
 * @param sharedReceives whether the endpoints share a receive context
 * @param counted whether counters are bound
 * @param oneCounter whether all endpoints of a domain count everything in one counter
 * @param withdraws whether threads cancel sends, too
 * @param closes whether a thread closes an endpoint
 */
record Setup(
    String provider,
    int endpoints,
    int threads,
    boolean oneDomain,
    Queues queues,
    boolean small,
    WaitObject waitObject,
    boolean automatic,
    boolean source,
    boolean directed,
    boolean sharedReceives,
    boolean counted,
    boolean oneCounter,
    boolean withdraws,
    boolean closes) {

  private static final int FEW = 8;

  /** Which completions share a queue. */
  enum Queues {
    OF_AN_ENDPOINT,
    OF_A_DIRECTION,
    OF_A_DOMAIN
  }

  static Setup random(Random random, String provider) {
    boolean oneDomain = random.nextBoolean();
    return new Setup(
        provider,
        1 + random.nextInt(3),
        2 + random.nextInt(3),
        oneDomain,
        Queues.values()[random.nextInt(Queues.values().length)],
        random.nextInt(3) == 0,
        random.nextBoolean() ? WaitObject.NONE : WaitObject.UNSPEC,
        random.nextInt(4) == 0,
        random.nextInt(4) > 0,
        random.nextInt(4) > 0,
        oneDomain && random.nextInt(3) == 0,
        random.nextInt(3) > 0,
        random.nextInt(3) == 0,
        random.nextInt(3) == 0,
        random.nextInt(3) == 0);
  }

  FabricInfo.Builder hints() {
    return FabricInfo.builder()
        .provider(provider)
        .threading(Threading.SAFE)
        .progress(automatic ? ProgressModel.AUTO : ProgressModel.MANUAL)
        .capabilities(capabilities());
  }

  private long capabilities() {
    return Capabilities.MSG
        | Capabilities.TAGGED
        | Capabilities.RMA
        | Capabilities.ATOMIC
        | (source ? Capabilities.SOURCE : 0)
        | (directed ? Capabilities.DIRECTED_RECV : 0);
  }

  /** The info of endpoints. */
  FabricInfo endpoint(FabricInfo offer) {
    FabricInfo.Builder info = offer.toBuilder();
    if (small) {
      info.transmit(offer.transmit().toBuilder().size(FEW).build());
      info.receive(offer.receive().toBuilder().size(FEW).build());
    }
    if (sharedReceives) {
      long shared = EndpointAttributes.SHARED_CONTEXT;
      info.endpoint(offer.endpoint().toBuilder().receiveContextCount(shared).build());
    }
    return info.build();
  }

  /** The smallest size of a queue. */
  int queueSize() {
    return small ? FEW : 0;
  }
}
