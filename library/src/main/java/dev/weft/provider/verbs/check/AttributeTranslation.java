package dev.weft.provider.verbs.check;

import dev.weft.argument.Require;
import dev.weft.nic.packet.Attributes;
import dev.weft.nic.queuepair.QueuePairMachine;
import dev.weft.provider.verbs.device.DeviceLimits;
import dev.weft.provider.verbs.device.DevicePort;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.Mtu;
import dev.weft.verbs.attributes.PathMigrationState;
import dev.weft.verbs.attributes.QueuePairAttributeMask;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * {@code ibv_modify_qp(3)}, {@code ibv_query_qp(3)}: translates attributes to and from the
 * engine's.
 */
public final class AttributeTranslation {
  private final DevicePort port;
  private final QueuePairMachine machine;
  private AddressHandleAttributes path;

  public AttributeTranslation(DevicePort port, QueuePairMachine machine) {
    this.port = port;
    this.machine = machine;
  }

  public synchronized int modify(QueuePairAttributes from, int mask) {
    Require.notNull("attributes", from);
    Attributes to = new Attributes();
    if (wrongValue(from, mask) != null) {
      return VerbsErrno.EINVAL;
    }
    fill(to, from);
    boolean has = (mask & QueuePairAttributeMask.AV) != 0;
    to.path = has ? port.destination(from.addressVector()) : null;
    to.reachable = has && to.path.reachable();
    int error = machine.modify(to, mask);
    if (error == 0) {
      path = has ? from.addressVector() : path;
    }
    return error;
  }

  /** Why {@link #modify} would refuse now; empty if it would not. */
  public synchronized String explain(QueuePairType type, QueuePairAttributes from, int mask) {
    String wrong = wrongValue(Require.notNull("attributes", from), mask);
    if (wrong != null) {
      return wrong;
    }
    Attributes now = new Attributes();
    machine.query(now);
    Attributes to = new Attributes();
    fill(to, from);
    return new ModifyExplanation(type, machine.type(), now.state, now.draining).of(to, mask);
  }

  /**
   * Why the tables of the InfiniBand architecture, without path migration, refuse a change of a
   * queue pair of any device; empty if they do not.
   *
   * @param now its state, and whether that is draining
   */
  public static String explain(
      QueuePairType type, QueuePairAttributes now, QueuePairAttributes from, int mask) {
    String wrong = missingValue(Require.notNull("attributes", from), mask);
    if (wrong != null) {
      return wrong;
    }
    Attributes to = new Attributes();
    fill(to, from);
    return new ModifyExplanation(
            type, TransportTypes.of(type), now.state().value(), now.sendQueueDraining())
        .of(to, mask);
  }

  /** The first value of the mask that is null, which no state allows; null if none is. */
  public static String missingValue(QueuePairAttributes from, int mask) {
    return Stream.<Supplier<String>>of(
            () -> missing(mask, QueuePairAttributeMask.STATE, "qp_state", from.state()),
            () ->
                missing(
                    mask, QueuePairAttributeMask.CUR_STATE, "cur_qp_state", from.currentState()),
            () -> missing(mask, QueuePairAttributeMask.PATH_MTU, "path_mtu", from.pathMtu()),
            () ->
                missing(
                    mask,
                    QueuePairAttributeMask.PATH_MIG_STATE,
                    "path_mig_state",
                    from.pathMigration()),
            () -> missing(mask, QueuePairAttributeMask.AV, "ah_attr", from.addressVector()),
            () ->
                missing(mask, QueuePairAttributeMask.ALT_PATH, "alt_ah_attr", from.alternatePath()),
            () -> missing(mask, QueuePairAttributeMask.CAP, "cap", from.capabilities()))
        .map(Supplier::get)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** The first value of the mask that no state allows, with what is allowed; null if none. */
  private String wrongValue(QueuePairAttributes from, int mask) {
    return Stream.<Supplier<String>>of(
            () -> migration(mask),
            () -> missing(mask, QueuePairAttributeMask.STATE, "qp_state", from.state()),
            () ->
                missing(
                    mask, QueuePairAttributeMask.CUR_STATE, "cur_qp_state", from.currentState()),
            () -> missing(mask, QueuePairAttributeMask.PATH_MTU, "path_mtu", from.pathMtu()),
            () ->
                outside(
                    mask,
                    QueuePairAttributeMask.PKEY_INDEX,
                    "pkey_index",
                    from.pkeyIndex(),
                    0,
                    DevicePort.PKEYS - 1),
            () ->
                outside(
                    mask,
                    QueuePairAttributeMask.PORT,
                    "port_num",
                    from.port(),
                    DevicePort.NUMBER,
                    DevicePort.NUMBER),
            () -> unknownAccess(mask, from.accessFlags()),
            () -> unusable(mask, from.addressVector()))
        .map(Supplier::get)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Automatic path migration, which the device does not have. */
  private static String migration(int mask) {
    int wanted = mask & (QueuePairAttributeMask.ALT_PATH | QueuePairAttributeMask.PATH_MIG_STATE);
    return wanted == 0
        ? null
        : QueuePairAttributeMask.describe(wanted) + ", without IBV_DEVICE_AUTO_PATH_MIG";
  }

  private static String missing(int mask, int bit, String name, Object value) {
    return (mask & bit) != 0 && value == null ? name + "=null" : null;
  }

  private static String outside(int mask, int bit, String name, int value, int least, int most) {
    return (mask & bit) != 0 && (value < least || value > most)
        ? "%s=%d, allowed %d..%d".formatted(name, value, least, most)
        : null;
  }

  private static String unknownAccess(int mask, int flags) {
    int unknown = flags & ~DeviceLimits.KNOWN_ACCESS;
    return (mask & QueuePairAttributeMask.ACCESS_FLAGS) != 0 && unknown != 0
        ? "qp_access_flags=%s, allowed %s"
            .formatted(
                RegionAccess.describe(flags), RegionAccess.describe(DeviceLimits.KNOWN_ACCESS))
        : null;
  }

  private String unusable(int mask, AddressHandleAttributes path) {
    if ((mask & QueuePairAttributeMask.AV) == 0) {
      return null;
    }
    if (path == null) {
      return "ah_attr=null";
    }
    try {
      port.require(path, "ah_attr"); // the error begins with the name of the attribute
      return null;
    } catch (VerbsException unusable) {
      return unusable.getMessage();
    }
  }

  private static void fill(Attributes to, QueuePairAttributes from) {
    to.state = from.state() == null ? 0 : from.state().value();
    to.currentState = from.currentState() == null ? 0 : from.currentState().value();
    to.drainNotification = from.notifyDrained();
    to.access = from.accessFlags();
    to.partitionKeyIndex = from.pkeyIndex();
    to.port = from.port();
    to.queueKey = from.qkey();
    to.pathMtu = from.pathMtu() == null ? 0 : from.pathMtu().value();
    to.peer = from.destinationQpn();
    to.receiveNumber = from.receivePsn();
    to.sendNumber = from.sendPsn();
    to.maxReads = from.maxReadAtomic();
    to.maxReadsServed = from.maxDestinationReadAtomic();
    to.notReadyTimer = from.minRnrTimer();
    to.timeout = from.timeout();
    to.retries = from.retryCount();
    to.notReadyRetries = from.rnrRetry();
  }

  public synchronized QueuePairAttributes query(QueuePairCapabilities capabilities) {
    Attributes from = new Attributes();
    machine.query(from);
    return QueuePairAttributes.builder()
        .state(QueuePairState.of(from.state))
        .currentState(QueuePairState.of(from.state))
        .notifyDrained(from.drainNotification)
        .sendQueueDraining(from.draining)
        .accessFlags(from.access)
        .pkeyIndex(from.partitionKeyIndex)
        .port(from.port)
        .qkey(from.queueKey)
        .addressVector(path)
        .pathMtu(from.pathMtu == 0 ? null : Mtu.of(from.pathMtu))
        .timeout(from.timeout)
        .retryCount(from.retries)
        .rnrRetry(from.notReadyRetries)
        .receivePsn(from.receiveNumber)
        .maxReadAtomic(from.maxReads)
        .minRnrTimer(from.notReadyTimer)
        .sendPsn(from.sendNumber)
        .maxDestinationReadAtomic(from.maxReadsServed)
        .pathMigration(PathMigrationState.MIGRATED)
        .capabilities(capabilities)
        .destinationQpn(from.peer)
        .mask(0)
        .build();
  }
}
