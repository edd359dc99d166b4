package dev.weft.ffm.ibverbs.object;

import dev.weft.ffm.fid.UseCount;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.VerbsObject;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The base class of the objects of a context. One that is not destroyed stays reachable, as C and
 * the device may use its memory.
 */
abstract class IbvObject implements VerbsObject {
  private static final Set<IbvObject> OPEN = ConcurrentHashMap.newKeySet();

  private final IbvContext context;
  private final long address;
  private final String destruction;
  private final long destroyer;
  private final Holders[] used;
  private final Holders holders;
  private final UseCount calls = new UseCount();

  /**
   * An object that C has created.
   *
   * @param address of its struct
   * @param used the objects that it uses, which {@link Holders#creating} has counted
   */
  IbvObject(IbvContext context, long address, Verb destruction, Holders... used) {
    this(context, address, destruction.call(), destruction.address(), used);
  }

  /** {@link #IbvObject(IbvContext, long, Verb, Holders...)} with a function without a symbol. */
  IbvObject(IbvContext context, long address, String destruction, long destroyer, Holders... used) {
    this.context = context;
    this.address = address;
    this.destruction = destruction;
    this.destroyer = destroyer;
    this.used = used.clone();
    this.holders = new Holders(destruction);
  }

  /** Keeps an object reachable until it is destroyed; called once it is complete. */
  static <T extends IbvObject> T keepReachable(T object) {
    OPEN.add(object);
    return object;
  }

  @Override
  public final VerbsContext verbs() {
    return context;
  }

  /** {@link #verbs}. */
  final IbvContext owner() {
    return context;
  }

  /** The address of the struct in C. */
  final long struct() {
    return address;
  }

  /** The objects that use this one. */
  final Holders holders() {
    return holders;
  }

  @Override
  public final boolean isClosed() {
    return holders.isEnded();
  }

  /** Whether requests may name it: its destruction has not begun. */
  final boolean isUsable() {
    return !holders.isEnding();
  }

  /**
   * Begins a call into C that {@link #close} waits for.
   *
   * @throws IllegalStateException if the object is destroyed
   */
  final void enter() {
    if (!calls.enter()) {
      throw holders.afterwards();
    }
  }

  /** {@link #enter}, or false if the object is destroyed. */
  final boolean tryEnter() {
    return calls.enter();
  }

  /** Ends a call. */
  final void leave() {
    calls.leave();
  }

  /** Requires that the object is not destroyed, for a call that does not reach C. */
  final void requireOpen() {
    if (calls.isClosed()) {
      throw holders.afterwards();
    }
  }

  @Override
  public final void close() {
    if (!holders.beginEnd()) {
      return;
    }
    boolean destroyed = false;
    try {
      ending();
      destroyQuietly();
      destroyed = true;
    } finally {
      if (destroyed) {
        ended();
      } else {
        holders.stay();
        stayed();
      }
    }
  }

  private void destroyQuietly() {
    calls.close();
    quiet();
    int error = destroy();
    if (error != 0) {
      loud();
      calls.reopen();
      throw new VerbsException(error, destruction, toString(), "");
    }
  }

  private void ended() {
    try {
      released();
    } finally {
      for (Holders each : used) {
        each.remove();
      }
      OPEN.remove(this);
      holders.end();
    }
  }

  /** The object is about to be destroyed, and can still be used; may wait. */
  void ending() {}

  /** No thread is inside a call, and none begins one. */
  void quiet() {}

  /** Destroys it in C; returns 0 or an error number. */
  int destroy() {
    return Verb.errorOf(destroyer, address);
  }

  /** Undoes {@link #quiet}: C has refused. */
  void loud() {}

  /** It was not destroyed, and is as it was. */
  void stayed() {}

  /** Frees what it has in Java; called once. */
  void released() {}
}
