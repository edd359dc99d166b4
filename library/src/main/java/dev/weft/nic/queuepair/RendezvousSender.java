package dev.weft.nic.queuepair;

import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.responder.Rendezvous;

/**
 * The send protocol of a queue pair whose shared queue matches tags: posts the reads of a {@link
 * Rendezvous}, which a {@link Requester} sends. The caller holds the machine's lock.
 */
final class RendezvousSender implements SendProtocol {
  private final Rendezvous rendezvous;
  private final Requester requester;

  RendezvousSender(Rendezvous rendezvous, Requester requester) {
    this.rendezvous = rendezvous;
    this.requester = requester;
  }

  @Override
  public void start(int number) {
    requester.start(number);
  }

  @Override
  public void pump() {
    if (rendezvous.post()) {
      requester.pump();
    }
  }

  /** Keeps the tagged receives, which belong to the shared queue and complete anyway. */
  @Override
  public void clear() {
    requester.clear();
    rendezvous.flush(WcStatus.FLUSHED);
  }

  @Override
  public boolean flush(int culprit) {
    int rest = rendezvous.sends().isEmpty() ? culprit : WcStatus.FLUSHED;
    boolean allAdded = requester.flush(culprit);
    return rendezvous.flush(rest) && allAdded;
  }

  @Override
  public void drain() {
    requester.drain();
  }

  @Override
  public void resume() {
    requester.resume();
  }

  @Override
  public boolean isDraining() {
    return requester.isDraining();
  }

  @Override
  public boolean isDrained() {
    return requester.isDrained();
  }
}
