import static dev.weft.verbs.attributes.RegionAccess.*;

import dev.weft.rdmacm.*;
import dev.weft.verbs.*;
import dev.weft.verbs.attributes.*;
import dev.weft.verbs.completion.*;
import dev.weft.verbs.work.*;

/// A device that matches tags: a message goes straight to the buffer that waits for its tag, a
/// large one is read out of the sender's memory, and one that nobody waits for is left to the
/// program, which reports it before the device matches new tags.
static final int SMALL = 64, LARGE = 1 << 16, HEADER = TagHeader.SIZE;

static final int LARGE_HEADER = TagHeader.SIZE + TagHeader.RENDEZVOUS_SIZE;

void main() {
  try (var arena = Arena.ofShared();
      var context = Devices.named("loopback0").open();
      var domain = context.allocPd();
      var sends = context.createCq(16, null, null, 0);
      var matched = context.createCqEx(fields(WcFields.BYTE_LEN | WcFields.TM_INFO));
      var shared =
          domain.createSrq(SharedReceiveQueueInit.basic(4, 1).matchingTags(matched, 8, 8));
      var out = domain.regMr(arena.allocate(2 * LARGE), LOCAL_WRITE | REMOTE);
      var in = domain.regMr(arena.allocate(2 * LARGE), LOCAL_WRITE);
      var sender = domain.createQp(init(sends).build());
      var receiver = domain.createQp(init(sends).sharedReceiveQueue(shared).build())) {
    connect(sender, receiver);
    shared.postRecv(new ReceiveWorkRequest().wrId(100).buffer(in, LARGE, SMALL + HEADER));
    sender.postRecv(new ReceiveWorkRequest().wrId(200).buffer(out, SMALL * 2, LARGE_HEADER));

    var operation = new TagOperation().add(1, 0xA1, -1); // the very tag
    operation.buffers().add(in, 0, SMALL);
    shared.postOps(operation, null);
    operation.add(2, 0xB0, 0xF0).buffers().clear().add(in, 0, LARGE); // 0xB0 to 0xBF
    shared.postOps(operation, null);

    send(sender, out, TagHeader.EAGER, 0xA1, HEADER + SMALL);
    send(sender, out, TagHeader.EAGER, 0xC7, HEADER + SMALL); // nobody waits for it
    TagHeader.writeRendezvous(out.memory(), out.address() + LARGE, out.rkey(), LARGE);
    send(sender, out, TagHeader.RNDV, 0xB7, LARGE_HEADER);
    for (int i = 0; i < 4; i++) {
      show(matched);
    }
    shared.postOps(operation.sync(1), null); // one message was unexpected: that is known now
  }
}

void send(QueuePair sender, MemoryRegion from, int kind, long tag, int length) {
  TagHeader.write(from.memory(), kind, 7, tag); // behind it lies the data, or where it lies
  var request = new SendWorkRequest().send().buffer(from, 0, length).flags(SendFlags.SIGNALED);
  check(sender.postSend(request));
  var batch = WorkCompletionBatch.allocate(Arena.ofAuto(), 1);
  while (sender.sendCq().poll(batch, 1) == 0 || batch.opcode(0) != CompletionOpcode.SEND) {}
}

void show(ExtendedCompletionQueue queue) {
  var info = new TagMatchingInfo();
  while (queue.startPoll() != 0) {}
  queue.readTmInfo(info);
  IO.println(
      "receive %d: tag 0x%X of %d, %d bytes, %s"
          .formatted(
              queue.wrId(),
              info.tag(),
              info.privateData(),
              queue.readByteLen(),
              WcFlags.describe(queue.readWcFlags())));
  queue.endPoll();
}

CompletionQueueInit fields(long fields) {
  return CompletionQueueInit.builder(16).wcFlags(fields).build();
}

QueuePairInit.Builder init(CompletionQueue queue) {
  return QueuePairInit.builder(QueuePairType.RC).completionQueue(queue);
}

void connect(QueuePair here, QueuePair there) {
  var one = QueuePairAddress.of(here);
  var other = QueuePairAddress.of(there);
  List.of(here, there).forEach(pair -> QueuePairTransitions.initialise(pair, REMOTE));
  QueuePairTransitions.connect(there, other, one);
  QueuePairTransitions.connect(here, one, other);
}

void check(int errno) {
  if (errno != 0) {
    throw new IllegalStateException(VerbsErrno.strerror(errno));
  }
}
