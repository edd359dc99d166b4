package dev.weft.conformance.fabric.queue;

import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.Peek;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.OperationFlags;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * Collects the entries of messages of all kinds on both sides, for checks of what is never allowed.
 */
final class Mixture {

  private static final long SIZE = 32;

  private final Talk talk;
  private final List<Entry> entries = new ArrayList<>();
  private long context = 1;

  private Mixture(Talk talk) {
    this.talk = talk;
  }

  /** Exchanges messages of all kinds; the bench needs tagged messages. */
  static List<Entry> entries(Talk talk) {
    Mixture mixture = new Mixture(talk);
    mixture.untagged();
    mixture.tagged();
    mixture.claimed();
    if ((talk.bench().info().capabilities() & Capabilities.MULTI_RECV) != 0) {
      mixture.multiReceive();
    }
    return mixture.entries;
  }

  private void untagged() {
    var text = talk.text(SIZE, 1);
    message(() -> talk.near().send(text, SIZE, talk.toReceiver(), context));
    message(() -> talk.near().sendData(text, SIZE, 7, talk.toReceiver(), context));
    message(
        () ->
            talk.near()
                .sendMsg(Messages.message(text, talk.toReceiver(), context), OperationFlags.MORE));
    message(() -> talk.near().injectData(text, 8, 7, talk.toReceiver()));
    entries.addAll(talk.sent(3));
  }

  private void message(IntSupplier send) {
    talk.recv(talk.memory(SIZE), context);
    talk.post("a send", send);
    entries.add(talk.received());
    context++;
  }

  private void tagged() {
    var text = talk.text(SIZE, 2);
    for (boolean data : new boolean[] {false, true}) {
      talk.trecv(talk.memory(SIZE), 0x40, 0xF, context);
      long to = talk.toReceiver();
      talk.post(
          "a tagged send",
          () ->
              data
                  ? talk.near().tsendData(text, SIZE, 7, to, 0x42, context)
                  : talk.near().tsend(text, SIZE, to, 0x42, context));
      entries.add(talk.received());
      entries.add(talk.sent());
      context++;
    }
  }

  private void claimed() {
    talk.tsend(talk.text(SIZE, 3), 0x99, context);
    entries.add(Peek.hit(talk, 0x99, context, 0));
    entries.add(Peek.hit(talk, 0x99, context, OperationFlags.CLAIM));
    var request = Messages.tagged(talk.memory(SIZE), Messages.ANYBODY, 0x99, context);
    talk.post("trecvmsg(FI_CLAIM)", () -> talk.far().trecvMsg(request, OperationFlags.CLAIM));
    entries.add(talk.received());
    entries.add(talk.sent());
    context++;
  }

  private void multiReceive() {
    talk.recvMsg(talk.memory(2 * SIZE), context, OperationFlags.MULTI_RECV);
    for (int i = 0; i < 2; i++) {
      talk.send(talk.text(SIZE, i), context);
      entries.add(talk.sent());
    }
    talk.arrivals()
        .rest(talk.receiver().receive())
        .forEach(outcome -> entries.add(outcome.entry()));
    context++;
  }
}
