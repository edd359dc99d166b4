package dev.weft.futures;

import dev.weft.argument.Require;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.FabricInfo;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What a program opens first: an enabled endpoint with a completion queue and an address vector, in
 * a domain of its own.
 *
 * <pre>{@code
 * try (Node server = Node.open("shm", "server");       // in one process
 *
 * try (Node client = Node.open("shm", "client")) {     // in another one
 *   long peer = client.peer("server");
 *   client.endpoint().tsend(text, text.byteSize(), peer, 7, 1);
 *   client.queue().sread(batch, 16, 0, -1);
 * }
 * }</pre>
 *
 * <p>Every object can be used as if the program had opened it. {@link #close} closes them in the
 * order that libfabric asks for. Any thread may call any method.
 */
public final class Node implements AutoCloseable {

  private final FabricInfo info;
  private final Deque<FabricObject> opened = new ArrayDeque<>();
  private final Domain domain;
  private final CompletionQueue queue;
  private final AddressVector peers;
  private final Endpoint endpoint;

  private Node(Fabric fabricOrNull, FabricInfo info, CompletionQueueAttributes attributes) {
    this.info = info;
    boolean complete = false;
    try {
      Fabric fabric = fabricOrNull == null ? keep(Fabrics.open(info)) : fabricOrNull;
      domain = keep(fabric.openDomain(info));
      queue = keep(domain.openCompletionQueue(attributes));
      peers = keep(domain.openAddressVector(AddressVectorAttributes.defaults()));
      endpoint = keep(domain.openEndpoint(info));
      endpoint.bind(peers, 0);
      endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
      endpoint.enable();
      complete = true;
    } finally {
      if (!complete) {
        closeAll();
      }
    }
  }

  private <T extends FabricObject> T keep(T object) {
    opened.push(object);
    return object;
  }

  /**
   * Opens a node at an address that the provider chooses.
   *
   * @param provider {@code prov_name}: {@code loopback}, {@code shm}, {@code ofi:tcp} and so on
   * @throws FabricException if the provider is missing, or an object cannot be opened
   */
  public static Node open(String provider) {
    return open(offer(hints(provider).build()));
  }

  /**
   * Opens a node with a name, by which peers of the same fabric find it.
   *
   * @param provider {@code prov_name}
   * @param name a name or a whole address, as for {@link #peer}
   * @throws FabricException if the provider is missing, the name is in use, or an object cannot be
   *     opened
   * @throws IllegalArgumentException if the name is not allowed
   */
  public static Node open(String provider, String name) {
    byte[] address = FabricAddress.of(offer(hints(provider).build()), name);
    return open(offer(hints(provider).sourceAddress(address).build()));
  }

  /** {@link #open(FabricInfo, CompletionQueueAttributes)} with a queue of format TAGGED. */
  public static Node open(FabricInfo info) {
    return open(info, CompletionQueueAttributes.blocking(CompletionFormat.TAGGED));
  }

  /**
   * Opens a node with these attributes.
   *
   * @param info one that {@link Fabrics#getInfo} returned
   * @param attributes of the queue for both directions
   * @throws FabricException if an object cannot be opened; then none stays open
   */
  public static Node open(FabricInfo info, CompletionQueueAttributes attributes) {
    return new Node(null, Require.notNull("info", info), Require.notNull("attributes", attributes));
  }

  /**
   * Opens a node of a fabric that is open already, and stays open when the node closes: wait sets
   * of the fabric may then have the queues of several nodes.
   *
   * @param info one that {@link Fabrics#getInfo} returned
   * @param attributes of the queue for both directions
   * @throws FabricException if an object cannot be opened; then none stays open
   */
  public static Node open(Fabric fabric, FabricInfo info, CompletionQueueAttributes attributes) {
    return new Node(
        Require.notNull("fabric", fabric),
        Require.notNull("info", info),
        Require.notNull("attributes", attributes));
  }

  private static FabricInfo.Builder hints(String provider) {
    return FabricInfo.builder().provider(Require.notNull("provider", provider));
  }

  private static FabricInfo offer(FabricInfo hints) {
    return Fabrics.getInfo(hints).getFirst();
  }

  /** What the endpoint was opened with. */
  public FabricInfo info() {
    return info;
  }

  /** The fabric. */
  public Fabric fabric() {
    return domain.fabric();
  }

  /** The domain, for memory and registration. */
  public Domain domain() {
    return domain;
  }

  /** The queue of both directions. */
  public CompletionQueue queue() {
    return queue;
  }

  /** The peers by handle. */
  public AddressVector peers() {
    return peers;
  }

  /** The endpoint. */
  public Endpoint endpoint() {
    return endpoint;
  }

  /** The address of the endpoint, for {@link #peer} of another node. */
  public String address() {
    return peers.describe(endpoint.name());
  }

  /**
   * Inserts a peer. It need not exist yet.
   *
   * @param nameOrAddress the name that the peer was opened with, or its {@link #address}
   * @return its handle
   * @throws IllegalArgumentException if it is neither; says what is allowed
   */
  public long peer(String nameOrAddress) {
    Require.notNull("nameOrAddress", nameOrAddress);
    long handle = peers.insert(FabricAddress.of(info, nameOrAddress));
    if (handle == FabricAddress.NOTAVAIL) {
      throw new IllegalArgumentException(
          "address=" + nameOrAddress + ", allowed: " + peers.addressForm());
    }
    return handle;
  }

  /**
   * Closes the endpoint, which gives up its pending operations, then all others. Close {@link
   * Operations} of the endpoint before: completions that they have not read are lost.
   *
   * @throws FabricException if objects of the domain are still open
   */
  @Override
  public void close() {
    closeAll();
  }

  private synchronized void closeAll() {
    while (!opened.isEmpty()) {
      Closing.close(opened.peek());
      opened.pop();
    }
  }

  @Override
  public String toString() {
    return "Node[" + (endpoint.isClosed() ? "closed" : address()) + "]";
  }
}
