package dev.weft.ffm.connection;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.PassiveEndpoint;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Closes listeners, requests, connected and unconnected endpoints in random orders. For a process
 * of its own, which a use after free would end.
 */
public final class ConnectionCloseOrders {
  private static final int ORDERS = 10;
  private static final int LOOKS = 50;

  private ConnectionCloseOrders() {}

  /** Prints {@code good} and ends, unless the process dies before. Arguments: a provider. */
  public static void main(String[] arguments) {
    for (int seed = 0; seed < ORDERS; seed++) {
      closeWhileConnecting(arguments[0]);
      closeInOrder(arguments[0], new Random(seed));
    }
    System.out.println("good");
  }

  /** The listener closes after the client has connected, and before its request has arrived. */
  private static void closeWhileConnecting(String provider) {
    try (ConnectionSide server = new ConnectionSide(provider, Capabilities.MSG);
        ConnectionSide client = new ConnectionSide(provider, Capabilities.MSG)) {
      PassiveEndpoint passive = server.listen();
      client.connect(passive.name(), "late");
      for (int i = 0; i < LOOKS; i++) {
        server.events.sread(server.entry, 1, EventQueue.PEEK);
      }
      passive.close();
      for (int i = 0; i < LOOKS; i++) {
        client.events.sread(client.entry, 1, 0);
        server.events.sread(server.entry, 1, 0);
      }
      server.listen();
    }
  }

  private static void closeInOrder(String provider, Random random) {
    try (ConnectionSide server = new ConnectionSide(provider, Capabilities.MSG);
        ConnectionSide client = new ConnectionSide(provider, Capabilities.MSG)) {
      PassiveEndpoint passive = server.listen();
      FabricInfo unanswered = server.requested(passive, client);
      server.open(server.requested(passive, client)); // and never accepted
      Endpoint caller = client.connect(passive.name(), null);
      Endpoint accepting = server.open(server.expect(EventType.CONNREQ, client).info());
      accepting.accept(null);
      client.expect(EventType.CONNECTED, server);
      server.expect(EventType.CONNECTED, client);
      client.connect(passive.name(), "unread");
      post(server, client, accepting, caller);
      List<FabricObject> objects = new ArrayList<>(server.objects());
      objects.addAll(client.objects());
      objects.add(unanswered.handle());
      Collections.shuffle(objects, random);
      while (!objects.isEmpty()) {
        objects.removeIf(ConnectionCloseOrders::closed);
        use(server, caller);
        use(client, accepting);
      }
    }
  }

  private static void post(
      ConnectionSide server, ConnectionSide client, Endpoint accepting, Endpoint caller) {
    for (int i = 0; i < 8; i++) {
      accepting.recv(server.buffer(0), 8, 0, i);
      caller.recv(client.buffer(0), 8, 0, i);
      caller.send(client.buffer(1), 8, 0, i);
    }
  }

  /** Closes an object that nothing depends on. */
  private static boolean closed(FabricObject object) {
    try {
      object.close();
      return true;
    } catch (FabricException e) {
      if (e.errno() != Errno.EBUSY) {
        throw e;
      }
      return false;
    }
  }

  private static void use(ConnectionSide side, Endpoint endpoint) {
    if (!side.events.isClosed() && side.events.read(side.entry, 0) == -Errno.EAVAIL) {
      side.events.readErr(side.failure, 0);
    }
    if (!side.queue.isClosed()) {
      side.queue.read(side.batch, 1);
    }
    if (!endpoint.isClosed()) {
      endpoint.send(side.buffer(0), 8, 0, 4);
    }
  }
}
