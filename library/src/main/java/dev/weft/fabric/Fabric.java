package dev.weft.fabric;

import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.CompletionSelector;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.WaitSetAttributes;
import dev.weft.fabric.poll.Waitable;

/**
 * {@code struct fid_fabric}, {@code fi_fabric(3)}: a collection of hardware and software that
 * reaches the same peers. It opens domains, event queues, passive endpoints and wait sets.
 *
 * <p>Any thread may call any method.
 */
public interface Fabric extends FabricObject {

  /** {@code fi_fabric_attr}: its name and its provider. */
  FabricAttributes attributes();

  /**
   * {@code fi_domain(3)}: opens the resources that endpoints, queues and memory regions share.
   *
   * @param info an info returned by {@link Fabrics#getInfo}, for this fabric
   * @param context returned by {@link #context()} of the domain, may be null
   * @throws FabricException with the errno if the domain cannot provide what {@code info} asks
   */
  Domain openDomain(FabricInfo info, Object context);

  /** {@link #openDomain(FabricInfo, Object)} with a null context. */
  default Domain openDomain(FabricInfo info) {
    return openDomain(info, null);
  }

  /**
   * {@code fi_eq_open(3)}: opens an event queue.
   *
   * @param attributes null means {@link EventQueueAttributes#defaults()}
   * @throws FabricException {@link Errno#EINVAL} for unknown flags, and for {@link WaitObject#SET}
   *     without a wait set
   */
  EventQueue openEventQueue(EventQueueAttributes attributes, Object context);

  /** {@link #openEventQueue(EventQueueAttributes, Object)} with a null context. */
  default EventQueue openEventQueue(EventQueueAttributes attributes) {
    return openEventQueue(attributes, null);
  }

  /**
   * {@code fi_passive_ep(3)}: opens an endpoint that listens for connections.
   *
   * @param info of type {@link EndpointType#MSG}; its source address is the address to listen at
   * @throws FabricException {@link Errno#EOPNOTSUPP} for endpoints of another type
   */
  PassiveEndpoint openPassiveEndpoint(FabricInfo info, Object context);

  /** {@link #openPassiveEndpoint(FabricInfo, Object)} with a null context. */
  default PassiveEndpoint openPassiveEndpoint(FabricInfo info) {
    return openPassiveEndpoint(info, null);
  }

  /**
   * {@code fi_wait_open(3)}: opens a wait set, which waits for many queues and counters.
   *
   * @throws FabricException {@link Errno#EINVAL} for flags other than 0 (WS-001) and for the kinds
   *     NONE and SET (WS-002)
   */
  WaitSet openWaitSet(WaitSetAttributes attributes, Object context);

  /** {@link #openWaitSet(WaitSetAttributes, Object)} with a null context. */
  default WaitSet openWaitSet(WaitSetAttributes attributes) {
    return openWaitSet(attributes, null);
  }

  /**
   * Opens a selector, which waits for many queues and counters and can change its members at any
   * time. No C counterpart.
   *
   * @param <A> the type of the attachments
   */
  <A> CompletionSelector<A> openSelector();

  /**
   * {@code fi_trywait(3)}: checks whether it is safe to block in a native wait, such as a {@link
   * java.nio.channels.Selector}, on the wait objects of these queues, counters and wait sets.
   *
   * <p>After 0, any later event makes the wait object ready, even one that arrives before the
   * native wait has started (TW-004). After {@code -EAGAIN} read all that is queued, then ask again
   * (TW-009). Drives progress (TW-010).
   *
   * @return 0, or {@code -}{@link Errno#EAGAIN} if events are queued or blocking could hang; {@code
   *     -}{@link Errno#EINVAL} for an object that has no wait object (TW-011), and of {@code
   *     loopback} and {@code shm} for one opened with {@code UNSPEC} or {@code YIELD}, which gives
   *     nothing to block on either
   */
  int tryWait(Waitable... objects);
}
