package dev.weft.nic.queuepair;

import dev.weft.nic.packet.TransportType;
import dev.weft.nic.responder.DatagramReceiver;
import dev.weft.nic.responder.NullReceiver;
import dev.weft.nic.responder.ReceiveProtocol;
import dev.weft.nic.responder.Responder;
import dev.weft.nic.workqueue.BufferTable;
import dev.weft.nic.workqueue.ReceiveQueue;
import dev.weft.nic.workqueue.RequestWriter;
import dev.weft.nic.workqueue.SendQueue;

/**
 * The send and receive protocol of a queue pair, by its transport service.
 *
 * @param requester numbers requests and expects responses; null if the service has none
 */
public record Protocols(Requester requester, SendProtocol sender, ReceiveProtocol receiver) {

  static Protocols of(
      QueuePairMachine machine, TransportType type, SendQueue sends, MachineGroup group) {
    BufferTable memory = machine.memory;
    ReceiveQueue receives = machine.receives;
    return switch (type) {
      case SMI, GSI, DATAGRAM ->
          new Protocols(
              null,
              new DatagramSender(machine, sends, memory),
              new DatagramReceiver(machine, receives, memory));
      case RELIABLE_DATAGRAM ->
          new Protocols(null, group.sender(machine, sends), new NullReceiver(receives));
      case RELIABLE, UNRELIABLE, END_TO_END -> connected(machine, type, sends, group);
    };
  }

  private static Protocols connected(
      QueuePairMachine machine, TransportType type, SendQueue sends, MachineGroup group) {
    BufferTable memory = machine.memory;
    boolean reliable = type.isReliable();
    RequestWriter writer = new RequestWriter(sends, memory, reliable);
    Requester requester = new Requester(machine, writer, reliable);
    Responder responder =
        new Responder(machine, machine.receives, memory, machine.locatedSends, reliable);
    return type == TransportType.END_TO_END
        ? group.context(machine, requester, writer, responder)
        : new Protocols(requester, requester, responder);
  }
}
