package dev.weft.conformance.fabric.bench;

import dev.weft.conformance.check.ClauseSkipped;
import dev.weft.conformance.check.Trial;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Opens endpoints that a check configures itself, and objects that a provider may lack. */
public final class Parts {

  private Parts() {}

  /** A new endpoint of the bench with nothing bound; closed when the check ends. */
  public static Endpoint endpoint(Bench bench) {
    return bench.keep(bench.domain().openEndpoint(bench.info()));
  }

  /** An endpoint of the bench's domain, opened with this info and enabled, with queues. */
  public static Endpoint enabled(Bench bench, FabricInfo info) {
    Endpoint endpoint = bench.keep(bench.domain().openEndpoint(info));
    endpoint.bind(bench.openVector(), 0);
    endpoint.bind(bench.openQueue(), BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.enable();
    return endpoint;
  }

  /** Makes a peer of an endpoint that the caller has bound and enabled. */
  public static Peer peer(
      Bench bench,
      Endpoint endpoint,
      AddressVector vector,
      CompletionQueue transmitQueue,
      CompletionQueue receiveQueue) {
    return bench.peer(endpoint, vector, transmitQueue, receiveQueue);
  }

  /** A further peer with two queues; the caller may bind more before it is enabled. */
  public static Peer peer(Bench bench, Consumer<Endpoint> alsoBound) {
    CompletionQueue transmitQueue = bench.openQueue();
    CompletionQueue receiveQueue = bench.openQueue();
    AddressVector vector = bench.openVector();
    Endpoint endpoint = endpoint(bench);
    endpoint.bind(vector, 0);
    bench.bindQueues(endpoint, transmitQueue, receiveQueue);
    alsoBound.accept(endpoint);
    endpoint.enable();
    return peer(bench, endpoint, vector, transmitQueue, receiveQueue);
  }

  /** A further peer whose receives this counter counts. */
  public static Peer countedBy(Bench bench, Counter counter) {
    return peer(bench, endpoint -> endpoint.bind(counter, BindFlags.RECV));
  }

  /** A further peer whose only queue is a member of the wait set. */
  public static Peer memberOf(Bench bench, WaitSet set) {
    CompletionQueue queue =
        bench.openQueue(
            CompletionQueueAttributes.builder()
                .format(CompletionFormat.TAGGED)
                .waitObject(WaitObject.SET)
                .waitSet(set)
                .build());
    return bench.openPeer(queue, queue);
  }

  /** A counter; skips the check if the provider has none. */
  public static Counter counter(Trial trial, Bench bench) {
    return counter(trial, bench.domain());
  }

  /** A counter with this wait object. */
  public static Counter counter(Trial trial, Bench bench, WaitObject waitObject) {
    return counter(
        trial, bench.domain(), CounterAttributes.builder().waitObject(waitObject).build());
  }

  /** A counter of this domain. */
  public static Counter counter(Trial trial, Domain domain) {
    return counter(trial, domain, CounterAttributes.defaults());
  }

  /** A counter of this domain with these attributes. */
  public static Counter counter(Trial trial, Domain domain, CounterAttributes attributes) {
    return trial.closing(offered(trial, "counters", () -> domain.openCounter(attributes, null)));
  }

  /** Opens an object; skips the check if the provider has none of its kind. */
  public static <T> T offered(Trial trial, String what, Supplier<T> open) {
    try {
      return open.get();
    } catch (FabricException refusal) {
      if (refusal.errno() == Errno.ENOSYS || refusal.errno() == Errno.EOPNOTSUPP) {
        throw new ClauseSkipped("provider " + trial.provider() + " does not offer " + what);
      }
      throw refusal;
    }
  }
}
