package dev.weft.provider.verbs.program;

import static dev.weft.program.FaultyProxy.call;

import dev.weft.program.FaultyProxy;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.RegionChange;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.completion.WorkCompletionLayout;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.FlushType;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.ScatterGatherList;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.WorkOpcode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;

/** A fault of a queue pair or a completion queue that random programs must find. */
enum QueueFault implements Disguise {
  DROPS_A_COMPLETION("poll") {
    @Override
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      int count = (int) call(object, method, arguments);
      int kept = 0;
      for (int i = 0; i < count; i++) {
        if (!isChosen(arguments, i)) {
          entry(arguments, kept++).copyFrom(entry(arguments, i));
        }
      }
      return kept;
    }
  },
  SWAPS_TWO_COMPLETIONS("poll") {
    @Override
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      int count = (int) call(object, method, arguments);
      if (count > 1) {
        byte[] last = entry(arguments, count - 1).toArray(ValueLayout.JAVA_BYTE);
        entry(arguments, count - 1).copyFrom(entry(arguments, count - 2));
        entry(arguments, count - 2).copyFrom(MemorySegment.ofArray(last));
      }
      return count;
    }
  },
  REPEATS_A_COMPLETION("poll") {
    @Override
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      int count = (int) call(object, method, arguments);
      if (count > 0 && count < (int) arguments[1]) {
        entry(arguments, count).copyFrom(entry(arguments, count - 1));
        return count + 1;
      }
      return count;
    }
  },
  COUNTS_A_BYTE_TOO_MANY("poll") {
    @Override
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      int count = (int) call(object, method, arguments);
      for (int i = 0; i < count; i++) {
        int length = ((WorkCompletionBatch) arguments[0]).byteLen(i);
        entry(arguments, i)
            .set(ValueLayout.JAVA_INT, WorkCompletionLayout.BYTE_LEN_OFFSET, length + 1);
      }
      return count;
    }
  },
  HIDES_FAILURES("poll") {
    @Override
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      int count = (int) call(object, method, arguments);
      for (int i = 0; i < count; i++) {
        entry(arguments, i)
            .set(
                ValueLayout.JAVA_INT, WorkCompletionLayout.STATUS_OFFSET, CompletionStatus.SUCCESS);
      }
      return count;
    }
  },
  SWAPS_THE_BYTES_OF_IMMEDIATE_DATA("readImmData") {
    @Override
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      return Integer.reverseBytes((int) call(object, method, arguments));
    }
  },
  WRITES_A_BYTE_BESIDE_THE_BUFFER("postSend") {
    @Override
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      SendWorkRequest request = (SendWorkRequest) arguments[0];
      ScatterGatherList list = request.buffers();
      boolean writes = request.opcode() == WorkOpcode.RDMA_WRITE && list.totalLength() > 0;
      if (writes && (request.flags() & SendFlags.INLINE) == 0) {
        lengthen(list);
      }
      return call(object, method, arguments);
    }
  },
  SIGNALS_EVERYTHING("postSend") {
    @Override
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      SendWorkRequest request = (SendWorkRequest) arguments[0];
      request.flags(request.flags() | SendFlags.SIGNALED);
      return call(object, method, arguments);
    }
  },
  GRANTS_ALL_RIGHTS_BY_A_WINDOW("postSend") {
    @Override
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      MemoryWindowBind bind = ((SendWorkRequest) arguments[0]).bind();
      boolean writable =
          bind != null
              && bind.region() != null
              && (bind.region().access() & RegionAccess.LOCAL_WRITE) != 0;
      if (writable) {
        bind.access(bind.access() | RegionAccess.REMOTE);
      }
      return call(object, method, arguments);
    }
  },
  GRANTS_A_BYTE_TOO_FEW_BY_A_WINDOW("bindMw") {
    @Override
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      MemoryWindowBind bind = (MemoryWindowBind) arguments[3];
      if (bind.length() > 1) {
        bind.part(bind.region(), bind.address(), bind.length() - 1);
      }
      return call(object, method, arguments);
    }
  },
  KEEPS_THE_RIGHTS_OF_A_REGION("rereg") {
    @Override
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      arguments[0] = (int) arguments[0] & ~RegionChange.ACCESS;
      arguments[3] = 0;
      return (int) arguments[0] == 0 ? 0 : call(object, method, arguments);
    }
  },
  DOES_NOT_HOLD_WHAT_IS_POSTED_IN_SQD("modify") {
    @Override
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      boolean drains = ((QueuePairAttributes) arguments[0]).state() == QueuePairState.SQD;
      return drains ? 0 : call(object, method, arguments);
    }
  },
  FLUSHES_WITHOUT_A_RIGHT("postSend") {
    @Override
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      SendWorkRequest request = (SendWorkRequest) arguments[0];
      if (request.opcode() == WorkOpcode.FLUSH) {
        request.flush(request.remoteAddress(), request.remoteKey(), 0, FlushType.GLOBAL);
      }
      return call(object, method, arguments);
    }
  },
  KEEPS_THE_SIZE_OF_A_QUEUE("resize") {
    @Override
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      int entries = ((CompletionQueue) object).cqe();
      arguments[0] = Math.min((int) arguments[0], entries);
      return call(object, method, arguments);
    }
  },
  HIDES_AN_OVERRUN("poll") {
    @Override
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      return Math.max(0, (int) call(object, method, arguments));
    }
  },
  SAYS_THAT_THE_FIRST_RECEIVE_IS_BAD("postRecv") {
    @Override
    @SuppressWarnings("unchecked")
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      int errno = (int) call(object, method, arguments);
      if (errno != 0) {
        BadRequest<ReceiveWorkRequest> bad = (BadRequest<ReceiveWorkRequest>) arguments[1];
        bad.request((ReceiveWorkRequest) arguments[0]);
      }
      return errno;
    }
  },
  ACCEPTS_TOO_MUCH("postSend") {
    @Override
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      int errno = (int) call(object, method, arguments);
      return errno == VerbsErrno.ENOMEM ? 0 : errno;
    }
  },
  NOTIFIES_OF_EVERYTHING("requestNotify") {
    @Override
    Object apply(Object object, Method method, Object[] arguments) throws Throwable {
      arguments[0] = false;
      return call(object, method, arguments);
    }
  };

  private final String about;

  QueueFault(String about) {
    this.about = about;
  }

  abstract Object apply(Object object, Method method, Object[] arguments) throws Throwable;

  /** Whether it is one of those that are lost: the same ones in each run. */
  private static boolean isChosen(Object[] arguments, int index) {
    return ((WorkCompletionBatch) arguments[0]).wrId(index) % 4 == 0;
  }

  private static MemorySegment entry(Object[] arguments, int index) {
    long size = WorkCompletionLayout.SIZE;
    return ((WorkCompletionBatch) arguments[0]).segment().asSlice(index * size, size);
  }

  /** The last buffer gets one byte more. */
  private static void lengthen(ScatterGatherList list) {
    ScatterGatherList copy = new ScatterGatherList().addAll(list);
    list.clear();
    for (int i = 0; i < copy.count(); i++) {
      int more = i == copy.count() - 1 ? 1 : 0;
      list.add(copy.address(i), copy.length(i) + more, copy.lkey(i));
    }
  }

  @Override
  public boolean isFaulty() {
    return true;
  }

  @Override
  public QueuePair wrap(QueuePair pair) {
    return FaultyProxy.of(QueuePair.class, pair, about, this::apply);
  }

  @Override
  public MemoryRegion wrap(MemoryRegion region) {
    return FaultyProxy.of(MemoryRegion.class, region, about, this::apply);
  }

  @Override
  public CompletionQueue wrap(CompletionQueue queue) {
    Class<? extends CompletionQueue> type =
        queue instanceof ExtendedCompletionQueue
            ? ExtendedCompletionQueue.class
            : CompletionQueue.class;
    return FaultyProxy.of(type, queue, about, this::apply);
  }
}
