package dev.weft.conformance.fabric.bench;

import dev.weft.conformance.check.Trial;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.AddressVectorType;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.poll.WaitCondition;
import dev.weft.fabric.poll.WaitObject;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Configures a {@link Bench}. Defaults: reliable datagram endpoints for messages, a table as
 * address vector, and for each endpoint one transmit and one receive queue of the TAGGED format
 * without a wait object.
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

  /** Sets the kind of endpoint, RDM by default. */
  public BenchBuilder type(EndpointType type) {
    endpointType = type;
    return this;
  }

  /** Sets the kind of address vector, a table by default. */
  public BenchBuilder vector(AddressVectorType type) {
    vectorType = type;
    return this;
  }

  /** Sets the progress model, that of the trial by default. */
  public BenchBuilder progress(ProgressModel model) {
    progress = model;
    return this;
  }

  /** Adds capabilities to messages and those that the clause needs. */
  public BenchBuilder capabilities(long further) {
    capabilities |= further;
    return this;
  }

  /** Sets the attributes of all queues. */
  public BenchBuilder queue(CompletionQueueAttributes attributes) {
    queue = attributes;
    return this;
  }

  /** Sets the format of all queues. */
  public BenchBuilder format(CompletionFormat format) {
    queue = queue.toBuilder().format(format).build();
    return this;
  }

  /** Sets the size of all queues. */
  public BenchBuilder size(long size) {
    queue = queue.toBuilder().size(size).build();
    return this;
  }

  /** Sets the wait object of all queues. */
  public BenchBuilder wait(WaitObject waitObject) {
    queue = queue.toBuilder().waitObject(waitObject).build();
    return this;
  }

  /** Sets the condition of blocking reads of all queues. */
  public BenchBuilder waitCondition(WaitCondition condition) {
    queue = queue.toBuilder().waitCondition(condition).build();
    return this;
  }

  /** Gives each endpoint one queue for both directions. */
  public BenchBuilder sharedQueue() {
    sharedQueue = true;
    return this;
  }

  /** Keeps both peers in this process, because they share more than messages. */
  public BenchBuilder oneProcess() {
    oneProcess = true;
    return this;
  }

  /** Sets bind flags of the transmit queue besides TRANSMIT, such as SELECTIVE_COMPLETION. */
  public BenchBuilder transmitFlags(long flags) {
    transmitFlags = flags;
    return this;
  }

  /** Sets bind flags of the receive queue besides RECV, such as SELECTIVE_COMPLETION. */
  public BenchBuilder receiveFlags(long flags) {
    receiveFlags = flags;
    return this;
  }

  /** Binds further objects of its domain to each endpoint before it is enabled. */
  public BenchBuilder alsoBinding(BiConsumer<Domain, Endpoint> binding) {
    furtherBinding = binding;
    return this;
  }

  /** Changes the hints of the query, for attributes without a method here. */
  public BenchBuilder hints(UnaryOperator<FabricInfo> change) {
    UnaryOperator<FabricInfo> earlier = adjustment;
    adjustment = info -> change.apply(earlier.apply(info));
    return this;
  }

  /** Changes the hints for the receiver's endpoint alone. */
  public BenchBuilder receiverHints(UnaryOperator<FabricInfo> change) {
    receiverAdjustment = change;
    return this;
  }

  /** Sets the capabilities of the receiver's endpoint, these and no others. */
  public BenchBuilder receiverCapabilities(long all) {
    return receiverHints(info -> info.toBuilder().capabilities(all).build());
  }

  /** Takes the first result of the query for which this holds, not simply the first one. */
  public BenchBuilder offering(String name, Predicate<FabricInfo> wanted) {
    this.wantedName = name;
    this.wanted = wanted;
    return this;
  }

  FabricInfo receiverHints() {
    return receiverAdjustment == null ? hints() : receiverAdjustment.apply(hints());
  }

  public FabricInfo hints() {
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

  /** Opens everything; skips the check if the provider does not offer it. */
  public Bench open() {
    return Bench.open(this);
  }

  /** Opens fabric and domain without any endpoint or queue. */
  public Bench openDomainOnly() {
    return Bench.openDomainOnly(this);
  }
}
