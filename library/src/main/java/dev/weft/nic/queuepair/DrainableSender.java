package dev.weft.nic.queuepair;

/** Base class of senders with one outstanding request, which begin none while draining. */
public abstract class DrainableSender implements SendProtocol {
  private boolean draining;

  @Override
  public void drain() {
    draining = true;
  }

  @Override
  public void resume() {
    draining = false;
    pump();
  }

  @Override
  public final boolean isDraining() {
    return draining;
  }

  @Override
  public void clear() {
    draining = false;
  }
}
