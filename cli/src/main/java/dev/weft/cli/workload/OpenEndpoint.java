package dev.weft.cli.workload;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitObject;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * An enabled endpoint with an address vector, one completion queue for both directions, and a
 * domain of its own.
 *
 * @param ownsFabric whether the fabric is closed with it
 */
public record OpenEndpoint(
    Fabric fabric,
    Domain domain,
    CompletionQueue queue,
    AddressVector vector,
    Endpoint endpoint,
    boolean ownsFabric)
    implements AutoCloseable {

  /** Opens an endpoint and its domain. */
  public static OpenEndpoint open(
      Fabric fabric, FabricInfo info, CompletionQueueAttributes attributes) {
    return open(fabric, info, attributes, false);
  }

  /** Opens an endpoint, its domain and its fabric. */
  public static OpenEndpoint alone(FabricInfo info, CompletionQueueAttributes attributes) {
    return open(Fabrics.open(info), info, attributes, true);
  }

  private static OpenEndpoint open(
      Fabric fabric, FabricInfo info, CompletionQueueAttributes attributes, boolean ownsFabric) {
    Deque<FabricObject> opened = new ArrayDeque<>();
    try {
      if (ownsFabric) {
        opened.push(fabric);
      }
      Domain domain = keep(fabric.openDomain(info), opened);
      CompletionQueue queue = keep(domain.openCompletionQueue(attributes), opened);
      AddressVectorAttributes table = AddressVectorAttributes.defaults();
      AddressVector vector = keep(domain.openAddressVector(table), opened);
      Endpoint endpoint = keep(domain.openEndpoint(info), opened);
      endpoint.bind(vector, 0);
      endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
      endpoint.enable();
      return new OpenEndpoint(fabric, domain, queue, vector, endpoint, ownsFabric);
    } catch (FabricException e) {
      opened.forEach(FabricObject::close);
      throw e;
    }
  }

  private static <T extends FabricObject> T keep(T object, Deque<FabricObject> opened) {
    opened.push(object);
    return object;
  }

  /** The attributes of a queue of the format TAGGED. */
  public static CompletionQueueAttributes.Builder tagged(WaitObject waitObject) {
    return CompletionQueueAttributes.builder()
        .format(CompletionFormat.TAGGED)
        .waitObject(waitObject);
  }

  /** The address of the endpoint. */
  public byte[] name() {
    return endpoint.name();
  }

  /** Inserts a peer's address; returns its handle. */
  public long insert(byte[] name) {
    return vector.insert(name);
  }

  @Override
  public void close() {
    endpoint.close();
    vector.close();
    queue.close();
    domain.close();
    if (ownsFabric) {
      fabric.close();
    }
  }
}
