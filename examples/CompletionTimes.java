import dev.weft.rdmacm.*;
import dev.weft.verbs.*;
import dev.weft.verbs.attributes.*;
import dev.weft.verbs.completion.*;
import dev.weft.verbs.work.*;

/// Writes into a peer's memory, and reads in place when each write was done: in ticks of the
/// device's clock, and as a time of day.
static final int SIZE = 4096, WRITES = 8;

static final long FIELDS =
    WcFields.BYTE_LEN | WcFields.COMPLETION_TIMESTAMP | WcFields.COMPLETION_TIMESTAMP_WALLCLOCK;

void main() {
  try (var arena = Arena.ofShared();
      var context = Devices.named("loopback0").open();
      var domain = context.allocPd();
      var queue = context.createCqEx(CompletionQueueInit.builder(WRITES).wcFlags(FIELDS).build());
      var from = domain.regMr(arena.allocate(SIZE), 0);
      var to = domain.regMr(arena.allocate(SIZE), RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE);
      var here = domain.createQp(init(queue));
      var there = domain.createQp(init(queue))) {
    connect(here, there);
    for (int i = 0; i < WRITES; i++) {
      var write = new SendWorkRequest().wrId(i).buffer(from, 0, SIZE >> i);
      here.postSend(write.write(to.address(), to.rkey()).flags(SendFlags.SIGNALED));
    }
    var clock = new Clock(context.queryDevice());
    for (int seen = 0; seen < WRITES; ) {
      if (queue.startPoll() == 0) { // else there is nothing yet, and nothing to end
        try {
          do {
            seen++;
            IO.println("write %d: %s".formatted(queue.wrId(), clock.describe(queue)));
          } while (queue.nextPoll() == 0);
        } finally {
          queue.endPoll(); // else the queue stays locked after an exception
        }
      }
    }
  }
}

QueuePairInit init(CompletionQueue queue) {
  return QueuePairInit.builder(QueuePairType.RC).completionQueue(queue).build();
}

void connect(QueuePair here, QueuePair there) {
  var one = QueuePairAddress.of(here);
  var other = QueuePairAddress.of(there);
  List.of(here, there)
      .forEach(pair -> QueuePairTransitions.initialise(pair, RegionAccess.REMOTE_WRITE));
  QueuePairTransitions.connect(there, other, one);
  QueuePairTransitions.connect(here, one, other);
}

/// Turns ticks into microseconds since the first completion; ticks wrap, so that only differences
/// under the mask mean something.
class Clock {
  final long mask, kilohertz;
  long first = -1;

  Clock(DeviceAttributes device) {
    mask = device.completionTimestampMask();
    kilohertz = device.coreClockKilohertz();
  }

  String describe(ExtendedCompletionQueue queue) {
    long ticks = queue.readCompletionTs();
    first = first < 0 ? ticks : first;
    double microseconds = ((ticks - first) & mask) * 1000.0 / kilohertz;
    var time = Instant.ofEpochSecond(0, queue.readCompletionWallclockNs());
    return "%s after %.1f us, at %s"
        .formatted(CompletionStatus.text(queue.status()), microseconds, time);
  }
}
