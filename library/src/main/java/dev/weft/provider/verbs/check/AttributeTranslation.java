package dev.weft.provider.verbs.check;

import dev.weft.argument.Require;
import dev.weft.nic.packet.Attributes;
import dev.weft.nic.queuepair.QueuePairMachine;
import dev.weft.provider.verbs.SoftwareMemoryRegion;
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

/**
 * {@code ibv_modify_qp(3)}, {@code ibv_query_qp(3)}: translates attributes to and from the
 * engine's.
 */
public final class AttributeTranslation {
  private final DevicePort port;
  private final QueuePairMachine machine;
  private AddressHandleAttributes path;
  private AddressHandleAttributes alternatePath;

  public AttributeTranslation(DevicePort port, QueuePairMachine machine) {
    this.port = port;
    this.machine = machine;
  }

  public synchronized int modify(QueuePairAttributes from, int mask) {
    Require.notNull("attributes", from);
    Attributes to = new Attributes();
    if (!isSound(from, mask)) {
      return VerbsErrno.EINVAL;
    }
    fill(to, from);
    boolean has = (mask & QueuePairAttributeMask.AV) != 0;
    to.path = has ? port.destination(from.addressVector()) : null;
    to.reachable = has && to.path.reachable();
    int error = machine.modify(to, mask);
    if (error == 0) {
      path = has ? from.addressVector() : path;
      boolean alternate = (mask & QueuePairAttributeMask.ALT_PATH) != 0;
      alternatePath = alternate ? from.alternatePath() : alternatePath;
    }
    return error;
  }

  private boolean isSound(QueuePairAttributes from, int mask) {
    return (isMissing(mask, QueuePairAttributeMask.STATE) || from.state() != null)
        && (isMissing(mask, QueuePairAttributeMask.CUR_STATE) || from.currentState() != null)
        && (isMissing(mask, QueuePairAttributeMask.PATH_MTU) || from.pathMtu() != null)
        && (isMissing(mask, QueuePairAttributeMask.PKEY_INDEX)
            || (from.pkeyIndex() >= 0 && from.pkeyIndex() < DevicePort.PKEYS))
        && (isMissing(mask, QueuePairAttributeMask.PORT) || from.port() == DevicePort.NUMBER)
        && (isMissing(mask, QueuePairAttributeMask.ACCESS_FLAGS)
            || (from.accessFlags() & ~SoftwareMemoryRegion.KNOWN_BITS) == 0)
        && (isMissing(mask, QueuePairAttributeMask.PATH_MIG_STATE) || from.pathMigration() != null)
        && (isMissing(mask, QueuePairAttributeMask.AV) || isSound(from.addressVector()))
        && (isMissing(mask, QueuePairAttributeMask.ALT_PATH) || isSound(from.alternatePath()));
  }

  private static boolean isMissing(int mask, int bit) {
    return (mask & bit) == 0;
  }

  private boolean isSound(AddressHandleAttributes way) {
    if (way == null) {
      return false;
    }
    try {
      port.require(way, "ibv_modify_qp");
      return true;
    } catch (VerbsException unusable) {
      return false;
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
        .alternatePath(alternatePath)
        .minRnrTimer(from.notReadyTimer)
        .sendPsn(from.sendNumber)
        .maxDestinationReadAtomic(from.maxReadsServed)
        .pathMigration(PathMigrationState.MIGRATED)
        .capabilities(capabilities)
        .destinationQpn(from.peer)
        .build();
  }
}
