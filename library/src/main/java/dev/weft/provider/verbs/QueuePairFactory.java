package dev.weft.provider.verbs;

import dev.weft.argument.Require;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.QueuePairLimits;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.queuepair.QueuePairConfig;
import dev.weft.nic.queuepair.QueuePairMachine;
import dev.weft.provider.verbs.check.SendOperationChecks;
import dev.weft.provider.verbs.check.TransportTypes;
import dev.weft.provider.verbs.device.DeviceLimits;
import dev.weft.provider.verbs.device.DeviceNetwork;
import dev.weft.provider.verbs.device.DevicePort;
import dev.weft.provider.verbs.device.ManagementQueues;
import dev.weft.provider.verbs.event.EventRelay;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.SharedReceiveQueueType;
import java.util.concurrent.ThreadLocalRandom;

/** {@code ibv_create_qp(3)}: checks the attributes, chooses a number and opens the machine. */
final class QueuePairFactory {
  private static final String CALL = "ibv_create_qp";
  private static final int FIRST_NUMBER = 0x10;
  private static final int LAST_NUMBER = 0xfffffe;

  /** The inline size that the value of an atomic write needs. */
  private static final int LEAST_INLINE = Long.BYTES;

  private QueuePairFactory() {}

  static SoftwareQueuePair create(SoftwareProtectionDomain domain, QueuePairInit init) {
    Require.notNull("init", init);
    domain.useCount().requireOpen();
    TransportType type = transport(init.type());
    SendOperationChecks.require(init, type);
    QueuePairCapabilities granted = grant(init);
    SoftwareCompletionQueue send = queue(domain, "send_cq", init.sendCq());
    SoftwareCompletionQueue receive = queue(domain, "recv_cq", init.receiveCq());
    SoftwareSharedReceiveQueue shared = shared(domain, init);
    requireReliableDomain(domain, init);
    domain.owner().managementQueues().add(init.type(), send, receive);
    QueuePairMachine machine = null;
    SoftwareQueuePair pair = null;
    try {
      EventRelay relay = new EventRelay(domain.owner().asyncEvents());
      machine = open(domain, init, type, limits(granted), relay, shared);
      pair = create(domain, init, granted, machine);
      relay.about(pair);
      return pair;
    } finally {
      if (pair == null) {
        domain.owner().managementQueues().remove(init.type(), send, receive);
        if (machine != null) {
          machine.close();
        }
      }
    }
  }

  private static SoftwareQueuePair create(
      SoftwareProtectionDomain domain,
      QueuePairInit init,
      QueuePairCapabilities granted,
      QueuePairMachine machine) {
    return ObjectUses.create(
        domain.owner(),
        domain.owner().quotas().queuePairs(),
        CALL,
        uses -> new SoftwareQueuePair(uses, domain, init, granted, machine),
        domain,
        (SoftwareSharedReceiveQueue) init.sharedReceiveQueue(),
        (SoftwareReliableDomain) init.reliableDatagramDomain());
  }

  private static TransportType transport(QueuePairType type) {
    TransportType known = TransportTypes.of(type);
    if (known == null) {
      throw new VerbsException(
          VerbsErrno.EOPNOTSUPP,
          CALL,
          "qp_type=" + type,
          "The device has RC, UC, UD, RD, SMI and GSI");
    }
    return known;
  }

  private static QueuePairCapabilities grant(QueuePairInit init) {
    QueuePairCapabilities wanted = init.capabilities();
    boolean own = init.sharedReceiveQueue() == null;
    require("max_send_wr", wanted.maxSendWr(), DeviceLimits.MAX_QP_WR);
    require("max_send_sge", wanted.maxSendSge(), DeviceLimits.MAX_SGE);
    require("max_inline_data", wanted.maxInlineData(), DeviceLimits.MAX_INLINE);
    if (own) {
      require("max_recv_wr", wanted.maxReceiveWr(), DeviceLimits.MAX_QP_WR);
      require("max_recv_sge", wanted.maxReceiveSge(), DeviceLimits.MAX_SGE);
    }
    if (ManagementQueues.isManagement(init.type())) {
      DevicePort.require(init.port(), CALL);
    }
    return new QueuePairCapabilities(
        wanted.maxSendWr(),
        own ? wanted.maxReceiveWr() : 0,
        wanted.maxSendSge(),
        own ? wanted.maxReceiveSge() : 0,
        Math.max(LEAST_INLINE, wanted.maxInlineData()));
  }

  private static QueuePairLimits limits(QueuePairCapabilities granted) {
    return new QueuePairLimits(
        granted.maxSendWr(),
        granted.maxReceiveWr(),
        granted.maxSendSge(),
        granted.maxReceiveSge(),
        granted.maxInlineData());
  }

  private static void require(String name, int value, int most) {
    if (value < 0 || value > most) {
      throw invalid(name + "=" + value + ", allowed 0.." + most);
    }
  }

  private static SoftwareCompletionQueue queue(
      SoftwareProtectionDomain domain, String name, CompletionQueue given) {
    if (!(given instanceof SoftwareCompletionQueue queue) || queue.owner() != domain.owner()) {
      throw invalid(name + "=" + given + ", allowed one of this context");
    }
    queue.useCount().requireOpen();
    return queue;
  }

  private static SoftwareSharedReceiveQueue shared(
      SoftwareProtectionDomain domain, QueuePairInit init) {
    SharedReceiveQueue given = init.sharedReceiveQueue();
    if (given == null) {
      return null;
    }
    if (!(given instanceof SoftwareSharedReceiveQueue queue) || queue.owner() != domain.owner()) {
      throw invalid("srq=" + given + ", allowed one of this context");
    }
    if (given.type() == SharedReceiveQueueType.TM && init.type() != QueuePairType.RC) {
      throw invalid("qp_type=" + init.type() + ", allowed RC where the srq matches tags");
    }
    if (init.type() == QueuePairType.UC) {
      throw new VerbsException(
          VerbsErrno.EOPNOTSUPP, CALL, "qp_type=UC with srq=" + given, "Use RC or UD, or no srq");
    }
    queue.useCount().requireOpen();
    return queue;
  }

  private static QueuePairMachine open(
      SoftwareProtectionDomain domain,
      QueuePairInit init,
      TransportType type,
      QueuePairLimits limits,
      EventRelay relay,
      SoftwareSharedReceiveQueue shared) {
    boolean management = ManagementQueues.isManagement(init.type());
    QueuePairMachine machine = null;
    while (machine == null) {
      int number = management ? init.type().value() : nextNumber();
      machine =
          DeviceNetwork.opened(
              CALL,
              () ->
                  QueuePairMachine.open(parts(domain, init, type, number, limits, relay, shared)));
      if (machine == null && management) {
        throw new VerbsException(
            VerbsErrno.EBUSY, CALL, "qp_type=" + init.type() + " exists", "A port has one of each");
      }
    }
    return machine;
  }

  private static QueuePairConfig parts(
      SoftwareProtectionDomain domain,
      QueuePairInit init,
      TransportType type,
      int number,
      QueuePairLimits limits,
      EventRelay relay,
      SoftwareSharedReceiveQueue shared) {
    SoftwareContext context = domain.owner();
    SoftwareReliableDomain rdd = (SoftwareReliableDomain) init.reliableDatagramDomain();
    return new QueuePairConfig(
        new AddressMap(context.wire(), context::addressOf),
        type,
        number,
        domain.number(),
        context.protection(),
        type == TransportType.RELIABLE ? domain.sharedMemory() : null,
        limits,
        init.signalAll(),
        ((SoftwareCompletionQueue) init.sendCq()).sink(),
        ((SoftwareCompletionQueue) init.receiveCq()).sink(),
        shared == null ? null : shared.receives(),
        relay,
        rdd == null ? null : rdd.members());
  }

  /** A number for a queue pair or an end-to-end context, which is probably free. */
  static int nextNumber() {
    return ThreadLocalRandom.current().nextInt(FIRST_NUMBER, LAST_NUMBER);
  }

  private static void requireReliableDomain(SoftwareProtectionDomain domain, QueuePairInit init) {
    boolean wanted = init.type() == QueuePairType.RD;
    boolean ours =
        init.reliableDatagramDomain() instanceof SoftwareReliableDomain given
            && given.owner() == domain.owner()
            && !given.useCount().isEnded();
    if (wanted ? !ours : init.reliableDatagramDomain() != null) {
      throw invalid(
          "reliable_datagram_domain=%s, allowed %s"
              .formatted(init.reliableDatagramDomain(), wanted ? "one of this context" : "null"));
    }
    if (wanted && init.sharedReceiveQueue() != null) {
      throw invalid("srq=" + init.sharedReceiveQueue() + ", allowed null for qp_type=RD");
    }
  }

  private static VerbsException invalid(String detail) {
    return new VerbsException(VerbsErrno.EINVAL, CALL, detail, "");
  }
}
