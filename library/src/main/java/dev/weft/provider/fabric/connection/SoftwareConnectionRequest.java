package dev.weft.provider.fabric.connection;

import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.nic.connection.ConnectionListener;
import dev.weft.nic.connection.ConnectionListener.Call;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.object.SoftwareObject;

/**
 * {@code fi_info.handle} of a connection request. It is answered once, by accept, reject or close.
 */
public final class SoftwareConnectionRequest extends SoftwareObject {
  private final SoftwarePassiveEndpoint askedEndpoint;
  private final ConnectionListener listener;
  private final Call call;
  private boolean answered;

  SoftwareConnectionRequest(
      SoftwarePassiveEndpoint askedEndpoint, ConnectionListener listener, Call call) {
    super(ObjectClass.CONNREQ, askedEndpoint.context());
    this.askedEndpoint = askedEndpoint;
    this.listener = listener;
    this.call = call;
  }

  boolean isOf(SoftwarePassiveEndpoint endpoint) {
    return askedEndpoint.equals(endpoint);
  }

  public boolean isOf(Fabric fabric) {
    return askedEndpoint.fabric().equals(fabric);
  }

  /** The address for messages to the requester. */
  public String address() {
    return call.address();
  }

  /** Whether it was accepted or rejected. */
  public synchronized boolean isAnswered() {
    return answered;
  }

  /** Accepts it; false if it is answered already, or the requester is gone. */
  public boolean accept(String messagesTo, byte[] data) {
    return answer() && listener.accept(call, messagesTo, askedEndpoint.info().capabilities(), data);
  }

  /** Rejects it; false if it is answered already. Succeeds if the requester is gone. */
  public boolean reject(byte[] data) {
    boolean first = answer();
    if (first) {
      listener.reject(call, data);
    }
    return first;
  }

  /** The exception for a second answer. */
  public static FabricException answered(String call) {
    return AttributeChecks.invalid(call, "the request has been answered", "Answer once");
  }

  private synchronized boolean answer() {
    boolean first = !answered;
    answered = true;
    return first;
  }

  @Override
  public void release() {
    reject(new byte[0]);
  }
}
