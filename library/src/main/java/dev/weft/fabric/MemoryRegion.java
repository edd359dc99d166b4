package dev.weft.fabric;

import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.BindFlags;
import java.lang.foreign.MemorySegment;

/**
 * {@code struct fid_mr}, {@code fi_mr(3)}: registered memory. After {@link #close()} peers'
 * accesses fail (EP-056). Closing waits for copies of peers that are under way; for those of a
 * stopped process at most ten seconds.
 */
public interface MemoryRegion extends FabricObject {

  /** {@code fi_mr_key(3)}: the key that peers use. */
  long key();

  /** The memory. */
  MemorySegment segment();

  /** The bits of {@link AccessFlags} that it was registered with. */
  long access();

  /**
   * {@code fi_mr_bind(3)}: counts remote writes into this region, and remote atomics, fetching and
   * comparing ones too, except for {@link dev.weft.fabric.message.AtomicOperation#ATOMIC_READ}
   * (CN-023). Reading the counter, or waiting on it, does not progress the endpoints that peers
   * write through: read a queue of theirs, or use {@link dev.weft.fabric.info.ProgressModel#AUTO}.
   *
   * @param flags {@link BindFlags#REMOTE_WRITE}
   * @throws FabricException {@link Errno#EBADFLAGS} for other bits, {@link Errno#EINVAL} for flags
   *     0, if a counter is bound already, and if the counter is null or of another domain
   */
  void bind(Counter counter, long flags);
}
