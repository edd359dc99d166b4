package dev.weft.provider.verbs.program;

import static dev.weft.verbs.completion.CompletionStatus.LOC_QP_OP_ERR;
import static dev.weft.verbs.completion.CompletionStatus.MW_BIND_ERR;
import static dev.weft.verbs.completion.CompletionStatus.SUCCESS;

import dev.weft.provider.verbs.program.Area.Part;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.RegionAccess;

/** A memory window, and what it grants. */
final class Window {
  private static final int WRITING = RegionAccess.REMOTE_WRITE | RegionAccess.REMOTE_ATOMIC;
  private static final int COUNTER = 0xFF;

  private final ProtectionDomain domain;
  private final MemoryWindowType type;
  private MemoryWindow real;

  /** What it is bound to; null if it is not bound. */
  private Use bound;

  private Use last;

  /** The key before that of {@link #last}; 0 if there was none. */
  private int stale;

  /** The last key that was given out for a bind. */
  private int counted;

  private boolean certain = true;
  private boolean doubtful;

  /**
   * What a request does with a window, or through it.
   *
   * @param part where it is bound to; null for an unbind
   */
  record Use(Window window, int key, Part part, int rights) {
    Use unbound() {
      return new Use(window, key, null, 0);
    }

    Use withKey(int other) {
      return new Use(window, other, part, rights);
    }

    /** Whether it grants an operation. */
    boolean mayDo(Step.Operation operation) {
      return (rights & operation.right()) != 0;
    }

    boolean isZeroBased() {
      return (rights & RegionAccess.ZERO_BASED) != 0;
    }

    /** The address for peers of a place of the area. */
    long address(int at) {
      return isZeroBased() ? at - part.at() : part.area().address(at);
    }
  }

  Window(ProtectionDomain domain, MemoryWindowType type, Area first) {
    this.domain = domain;
    this.type = type;
    allocate(new Part(first, 0, Long.BYTES));
  }

  private void allocate(Part part) {
    real = domain.allocMw(type);
    counted = real.rkey();
    last = new Use(this, counted, part, 0);
  }

  MemoryWindow real() {
    return real;
  }

  boolean isTypeTwo() {
    return type == MemoryWindowType.TYPE_2;
  }

  boolean isBound() {
    return bound != null;
  }

  boolean isOfDomain(Area area) {
    return area.isIn(domain);
  }

  boolean isBoundTo(Area area) {
    return bound != null && bound.part().area() == area;
  }

  /** What it grants, or has granted. */
  Use last() {
    return last;
  }

  /** A key that it has no longer; 0 if there is none. */
  int stale() {
    return bound == null ? last.key() : stale;
  }

  /** Another key for a bind of type 2. */
  int nextKey() {
    do {
      counted = (counted & ~COUNTER) | ((counted + 1) & COUNTER);
    } while (counted == last.key());
    return counted;
  }

  /** Whether its last change has certainly been executed. */
  boolean isCertain() {
    return certain;
  }

  void beCertain() {
    certain = true;
  }

  /** Nobody knows whether its last change was executed. */
  void doubt() {
    doubtful = true;
  }

  boolean isDoubtful() {
    return doubtful;
  }

  /** VQ-22: what a peer may access. */
  boolean grants(Request request, int right) {
    return bound != null
        && request.use().key() == bound.key()
        && (bound.rights() & right) != 0
        && request.at() >= bound.part().at()
        && request.at() + request.bytes() <= bound.part().at() + bound.part().length();
  }

  /** Executes a bind, or an invalidation; its status. */
  int execute(Request request) {
    certain = false;
    Use use = request.use();
    if (request.operation() != Step.Operation.BIND_MW) {
      return invalidate(use.key()) ? SUCCESS : LOC_QP_OP_ERR; // VQ-36
    }
    if (!mayBind(use)) {
      return MW_BIND_ERR;
    }
    unbind();
    if (use.part() != null && use.part().length() > 0) {
      stale = last.key();
      last = use;
      bound = use;
    }
    return SUCCESS;
  }

  /** VQ-35. */
  private boolean mayBind(Use use) {
    if (use.part() == null) {
      return true;
    }
    Part part = use.part();
    boolean writes = (use.rights() & WRITING) != 0;
    return part.area().mayBind(domain, writes)
        && part.at() >= 0
        && part.at() + part.length() <= Area.SIZE
        && (!isTypeTwo() || (bound == null && part.length() > 0));
  }

  /** VQ-36, VQ-37; whether it was bound with this key. */
  boolean invalidate(int key) {
    boolean valid = isTypeTwo() && bound != null && bound.key() == key;
    if (valid) {
      unbind();
    }
    return valid;
  }

  private void unbind() {
    bound = null;
  }

  /** {@code ibv_dealloc_mw(3)}, also while it is bound; a new one takes its place. */
  void replace() {
    Use old = last;
    real.close();
    unbind();
    doubtful = false;
    certain = true;
    allocate(old.part());
    last = last.withKey(old.key());
  }

  void close() {
    real.close();
  }
}
