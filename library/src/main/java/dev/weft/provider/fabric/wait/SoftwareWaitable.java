package dev.weft.provider.fabric.wait;

/** An object that {@code fi_trywait(3)} can prepare for a native wait. */
public interface SoftwareWaitable {

  /** 0 if it is safe to block, -EAGAIN if events are queued, -EINVAL without a wait object. */
  int tryWait();
}
