package dev.weft.provider.fabric.post;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.info.EndpointType;
import dev.weft.nic.matching.PostedReceive;
import dev.weft.provider.fabric.endpoint.DelayedPost;
import dev.weft.provider.fabric.endpoint.EndpointState;

/** Implements {@link Endpoint#watchPeer}. */
public abstract class PeerOps extends AtomicOps implements Endpoint {
  private static final DelayedPost.Kind WATCH = new DelayedPost.Kind(true, 0);

  protected PeerOps(EndpointState state, Object context) {
    super(state, context);
  }

  @Override
  public int watchPeer(long peer, long context) {
    if (state.info.endpoint().type() == EndpointType.MSG) {
      throw new FabricException(
          Errno.EOPNOTSUPP,
          "watchPeer",
          "info.endpoint.type=MSG",
          "Read the event queue of the endpoint, which reports FI_SHUTDOWN");
    }
    int refused = enterToStart(WATCH);
    if (refused != 0) {
      return refused;
    }
    try {
      PostedReceive watch = takeReceive(WATCH);
      return watch == null ? -Errno.EAGAIN : watch(watch, peer, context);
    } finally {
      machine().exit();
    }
  }

  private int watch(PostedReceive watch, long peer, long context) {
    int refused = state.bindToPeer(watch, peer);
    if (refused != 0) {
      machine().putBackReceive(watch);
      return reported(WATCH, refused);
    }
    describe(watch, peer, context, 0);
    watch.completionFlags = 0;
    machine().peerBoundReceives().watch(watch);
    return 0;
  }
}
