package dev.weft.nic.queuepair;

/** What begins one request at a time, and stops to do so while it drains. */
abstract class DrainableSender implements SendProtocol {
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
