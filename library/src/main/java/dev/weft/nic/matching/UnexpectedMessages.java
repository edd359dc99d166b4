package dev.weft.nic.matching;

import dev.weft.nic.message.HashChains;
import dev.weft.nic.message.IntrusiveList;
import dev.weft.nic.message.Message;

/**
 * Messages that no posted receive accepts, in the order of arrival. Once a receive finds more than
 * a few, they are also in chains by hash of the tag, until there are none; so a receive that names
 * a whole tag is compared with the messages of its chain. One that ignores bits is compared with
 * all.
 */
final class UnexpectedMessages {
  private final IntrusiveList<Message> arrived = new IntrusiveList<>();
  private int count;
  private HashChains<Message> chains;

  /** Whether the chains have all messages. */
  private boolean chained;

  /** The message that arrived first, or null. */
  Message first() {
    return arrived.first();
  }

  void addLast(Message message) {
    arrived.addLast(message);
    count++;
    if (chained) {
      chain(message);
    }
  }

  private void chain(Message message) {
    int chain = HashChains.of(message.tag);
    chains.addBehind(chain, chains.last(chain), message);
  }

  void remove(Message message) {
    arrived.remove(message);
    removed(message);
  }

  void clear() {
    while (!arrived.isEmpty()) {
      remove(arrived.first());
    }
  }

  private void removed(Message message) {
    count--;
    if (chained) {
      chains.remove(HashChains.of(message.tag), message);
      chained = count > 0;
    }
  }

  /** Moves a message and all that arrived later to the front of another list. */
  void moveTo(IntrusiveList<Message> other, Message message) {
    for (Message each = message; each != null; each = each.next) {
      removed(each);
    }
    other.moveFrom(arrived, message);
  }

  /** The first message that a receive may accept, or null; it has to be compared. */
  Message candidate(PostedReceive wanted) {
    if (wanted.ignore != 0) {
      return arrived.first();
    }
    if (!chained && count > ReceiveMatcher.FEW) {
      chainAll();
    }
    return chained ? chains.first(HashChains.of(wanted.tag)) : arrived.first();
  }

  /** The candidate behind this one, or null. */
  Message nextCandidate(PostedReceive wanted, Message candidate) {
    return chained && wanted.ignore == 0 ? chains.next(candidate) : candidate.next;
  }

  private void chainAll() {
    if (chains == null) {
      chains = new HashChains<>();
    }
    for (Message each = arrived.first(); each != null; each = each.next) {
      chain(each);
    }
    chained = true;
  }
}
