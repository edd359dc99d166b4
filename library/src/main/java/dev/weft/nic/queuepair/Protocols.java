package dev.weft.nic.queuepair;

/**
 * What sends and what receives for a queue pair, by its service.
 *
 * @param requester what numbers requests and wants answers; null where there is none
 */
record Protocols(Requester requester, SendProtocol sender, ReceiveProtocol receiver) {

  static Protocols of(
      QueuePairMachine machine, TransportType type, SendQueue sends, ReliableDomain domain) {
    BufferTable memory = machine.memory;
    ReceiveQueue receives = machine.receives;
    return switch (type) {
      case SMI, GSI, DATAGRAM ->
          new Protocols(
              null,
              new DatagramSender(machine, sends, memory),
              new DatagramReceiver(machine, receives, memory));
      case RELIABLE_DATAGRAM ->
          new Protocols(
              null,
              new ReliableDatagramSender(machine, sends, memory, domain),
              new NullReceiver(receives));
      case RELIABLE, UNRELIABLE, END_TO_END -> connected(machine, type, sends, domain);
    };
  }

  private static Protocols connected(
      QueuePairMachine machine, TransportType type, SendQueue sends, ReliableDomain domain) {
    BufferTable memory = machine.memory;
    boolean reliable = type.isReliable();
    RequestWriter writer = new RequestWriter(sends, memory, reliable);
    Requester requester = new Requester(machine, writer, reliable);
    Responder responder = new Responder(machine, machine.receives, memory, reliable);
    return type == TransportType.END_TO_END
        ? new Protocols(
            requester,
            new EndToEndSender(machine, requester, writer, domain),
            new EndToEndReceiver(machine, responder, domain))
        : new Protocols(requester, requester, responder);
  }
}
