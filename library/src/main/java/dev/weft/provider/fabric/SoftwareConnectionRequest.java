package dev.weft.provider.fabric;

import dev.weft.fabric.ObjectClass;
import dev.weft.nic.endpoint.ConnectionListener;
import dev.weft.nic.endpoint.ConnectionListener.Call;

/** {@code fi_info.handle} of a request: answered once, by an accept, a reject or its closing. */
final class SoftwareConnectionRequest extends SoftwareObject {
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

  boolean isOf(SoftwareFabric fabric) {
    return askedEndpoint.fabric().equals(fabric);
  }

  /** Where messages for the caller go. */
  String address() {
    return call.address();
  }

  /** False where it is answered, or the caller is gone. */
  boolean accept(String messagesTo, byte[] data) {
    return answer() && listener.accept(call, messagesTo, askedEndpoint.info().capabilities(), data);
  }

  /** False where it is answered; a caller that is gone need not hear of it. */
  boolean reject(byte[] data) {
    boolean first = answer();
    if (first) {
      listener.reject(call, data);
    }
    return first;
  }

  private synchronized boolean answer() {
    boolean first = !answered;
    answered = true;
    return first;
  }

  @Override
  void release() {
    reject(new byte[0]);
  }
}
