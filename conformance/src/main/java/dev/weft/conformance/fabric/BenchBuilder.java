package dev.weft.conformance.fabric;

import dev.weft.conformance.Trial;
import dev.weft.fabric.AddressVectorType;
import dev.weft.fabric.Capabilities;
import dev.weft.fabric.CompletionFormat;
import dev.weft.fabric.CompletionQueueAttributes;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.EndpointType;
import dev.weft.fabric.FabricInfo;
import dev.weft.fabric.ProgressModel;
import dev.weft.fabric.WaitCondition;
import dev.weft.fabric.WaitObject;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What a check wants its endpoints and queues to be like. Without a word: reliable datagram
 * endpoints for messages, a table as address vector, and for each endpoint one transmit and one
 * receive queue of the TAGGED format that nobody can sleep on.
 */
public final class BenchBuilder {

  final Trial trial;
  EndpointType endpointType = EndpointType.RDM;
  AddressVectorType vectorType = AddressVectorType.TABLE;
  ProgressModel progress;
  long capabilities;
  CompletionQueueAttributes queue = CompletionQueueAttributes.polling(CompletionFormat.TAGGED);
  boolean sharedQueue;
  boolean oneProcess;
  long transmitFlags;
  long receiveFlags;
  UnaryOperator<FabricInfo> receiverAdjustment;
  UnaryOperator<FabricInfo> adjustment = UnaryOperator.identity();
  BiConsumer<Domain, Endpoint> furtherBinding = (domain, endpoint) -> {};
  String wantedName = "";
  Predicate<FabricInfo> wanted = offer -> true;

  BenchBuilder(Trial trial) {
    this.trial = trial;
    this.capabilities = trial.clause().needs();
    this.progress = trial.progress();
  }

  /** The kind of endpoint, RDM if not said. */
  public BenchBuilder type(EndpointType type) {
    endpointType = type;
    return this;
  }

  /** The kind of address vector, a table if not said. */
  public BenchBuilder vector(AddressVectorType type) {
    vectorType = type;
    return this;
  }

  /** Who moves the data, the trial's choice if not said. */
  public BenchBuilder progress(ProgressModel model) {
    progress = model;
    return this;
  }

  /** Further capabilities, besides those that the clause needs and messages. */
  public BenchBuilder capabilities(long further) {
    capabilities |= further;
    return this;
  }

  /** What all queues are opened with. */
  public BenchBuilder queue(CompletionQueueAttributes attributes) {
    queue = attributes;
    return this;
  }

  /** The format of all queues. */
  public BenchBuilder format(CompletionFormat format) {
    queue = queue.toBuilder().format(format).build();
    return this;
  }

  /** The size of all queues. */
  public BenchBuilder size(long size) {
    queue = queue.toBuilder().size(size).build();
    return this;
  }

  /** How threads sleep on all queues. */
  public BenchBuilder wait(WaitObject waitObject) {
    queue = queue.toBuilder().waitObject(waitObject).build();
    return this;
  }

  /** What satisfies a blocking read of all queues. */
  public BenchBuilder waitCondition(WaitCondition condition) {
    queue = queue.toBuilder().waitCondition(condition).build();
    return this;
  }

  /** Each endpoint has one queue for both directions. */
  public BenchBuilder sharedQueue() {
    sharedQueue = true;
    return this;
  }

  /** Both peers live in this process, because they share more than messages. */
  public BenchBuilder oneProcess() {
    oneProcess = true;
    return this;
  }

  /** Bits for binding the transmit queue besides TRANSMIT, such as SELECTIVE_COMPLETION. */
  public BenchBuilder transmitFlags(long flags) {
    transmitFlags = flags;
    return this;
  }

  /** Bits for binding the receive queue besides RECV, such as SELECTIVE_COMPLETION. */
  public BenchBuilder receiveFlags(long flags) {
    receiveFlags = flags;
    return this;
  }

  /** Binds something else, of its domain, to each endpoint before it is enabled. */
  public BenchBuilder alsoBinding(BiConsumer<Domain, Endpoint> binding) {
    furtherBinding = binding;
    return this;
  }

  /** Changes the hints before the provider is asked, for all that has no word here. */
  public BenchBuilder hints(UnaryOperator<FabricInfo> change) {
    UnaryOperator<FabricInfo> earlier = adjustment;
    adjustment = info -> change.apply(earlier.apply(info));
    return this;
  }

  /** The receiver's endpoint is opened with what the provider offers to hints that differ so. */
  public BenchBuilder receiverHints(UnaryOperator<FabricInfo> change) {
    receiverAdjustment = change;
    return this;
  }

  /** The receiver's endpoint has these capabilities and no others. */
  public BenchBuilder receiverCapabilities(long all) {
    return receiverHints(info -> info.toBuilder().capabilities(all).build());
  }

  /** Takes the first offer of the provider that has this, not simply its first one. */
  public BenchBuilder offering(String name, Predicate<FabricInfo> wanted) {
    this.wantedName = name;
    this.wanted = wanted;
    return this;
  }

  FabricInfo receiverHints() {
    return receiverAdjustment == null ? hints() : receiverAdjustment.apply(hints());
  }

  FabricInfo hints() {
    return adjustment.apply(
        FabricInfo.builder()
            .provider(trial.provider())
            .capabilities(capabilities | Capabilities.MSG)
            .endpointType(endpointType)
            .addressVectorType(vectorType)
            .threading(trial.threading())
            .progress(progress)
            .build());
  }

  /** Opens all of it; the check is skipped where the provider does not offer it. */
  public Bench open() {
    return Bench.open(this);
  }

  /** Opens fabric and domain without any endpoint or queue. */
  public Bench openDomainOnly() {
    return Bench.openDomainOnly(this);
  }
}
