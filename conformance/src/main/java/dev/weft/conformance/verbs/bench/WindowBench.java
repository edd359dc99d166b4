package dev.weft.conformance.verbs.bench;

import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.SendFlags;

/** Creates memory windows over the first bytes of a party's buffer. */
public final class WindowBench {
  /** Bytes of a window. */
  public static final int BYTES = 64;

  private static final long WR_ID = 0x77;

  private WindowBench() {}

  /** The bind of a window with this access. */
  public static MemoryWindowBind part(Party owner, int access) {
    Buffer buffer = owner.buffer();
    return new MemoryWindowBind().part(buffer.region(), buffer.address(0), BYTES).access(access);
  }

  /** A window of this type, not bound. */
  public static MemoryWindow allocate(VerbsBench bench, Party owner, MemoryWindowType type) {
    return bench.keep(owner.station().domain().allocMw(type));
  }

  /** A type 2 window that is bound and open to the owner's peer. */
  public static MemoryWindow bound(VerbsBench bench, Party owner) {
    MemoryWindow window = allocate(bench, owner, MemoryWindowType.TYPE_2);
    MemoryWindowBind bind = part(owner, RegionAccess.REMOTE_WRITE | RegionAccess.REMOTE_READ);
    owner.post(WR_ID, request -> request.bindMw(window, window.nextRkey(), bind));
    owner.sends().expectStatus(0);
    return window;
  }

  /** Binds a type 1 window, signaled; returns the result of the call. */
  public static int bind(Party owner, MemoryWindow window, long wrId, MemoryWindowBind bind) {
    return owner.pair().bindMw(window, wrId, SendFlags.SIGNALED, bind);
  }

  public static void bound(Party owner, MemoryWindow window, MemoryWindowBind bind) {
    answered(0, bind(owner, window, WR_ID, bind), "bind_mw");
    owner.sends().expectStatus(0);
  }
}
