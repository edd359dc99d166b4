package dev.weft.provider.verbs;

import dev.weft.nic.queuepair.QueuePairMachine;
import dev.weft.nic.queuepair.WorkRequestPoster;
import dev.weft.provider.verbs.check.AttributeTranslation;
import dev.weft.provider.verbs.post.PostExplanation;
import dev.weft.provider.verbs.post.RequestTranslation;
import dev.weft.provider.verbs.post.SoftwareWorkBuilder;
import dev.weft.recording.PostRefusedEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.WorkBuilder;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendWorkRequest;

/** {@code struct ibv_qp} of the software device, on top of a {@link QueuePairMachine}. */
public final class SoftwareQueuePair extends AsyncEventSource implements QueuePair {
  private final SoftwareProtectionDomain domain;
  private final QueuePairInit init;
  private final QueuePairCapabilities capabilities;
  private final QueuePairMachine machine;
  private final WorkRequestPoster poster;
  private final RequestTranslation translation;
  private final SoftwareWorkBuilder builder;
  private final AttributeTranslation attributes;

  /** The caller has checked the arguments with {@link QueuePairFactory}. */
  SoftwareQueuePair(
      ObjectUses uses,
      SoftwareProtectionDomain domain,
      QueuePairInit init,
      QueuePairCapabilities granted,
      QueuePairMachine machine) {
    super(uses, "ibv_destroy_qp");
    this.domain = domain;
    this.init = init;
    this.capabilities = granted;
    this.machine = machine;
    this.poster = machine.poster();
    this.translation = new RequestTranslation(domain);
    this.builder = new SoftwareWorkBuilder(machine, translation, init.sendOperations());
    this.attributes = new AttributeTranslation(domain.owner().port(), machine);
  }

  @Override
  public int qpNum() {
    return machine.number();
  }

  @Override
  public QueuePairType type() {
    return init.type();
  }

  @Override
  public QueuePairState state() {
    return QueuePairState.of(machine.state());
  }

  @Override
  public Object context() {
    return init.context();
  }

  @Override
  public ProtectionDomain protectionDomain() {
    return domain;
  }

  @Override
  public CompletionQueue sendCq() {
    return init.sendCq();
  }

  @Override
  public CompletionQueue receiveCq() {
    return init.receiveCq();
  }

  @Override
  public SharedReceiveQueue sharedReceiveQueue() {
    return init.sharedReceiveQueue();
  }

  @Override
  public boolean signalAll() {
    return init.signalAll();
  }

  @Override
  public QueuePairCapabilities capabilities() {
    return capabilities;
  }

  @Override
  public int modify(QueuePairAttributes wanted, int mask) {
    useCount().requireOpen();
    return attributes.modify(wanted, mask);
  }

  @Override
  public String explainModify(QueuePairAttributes wanted, int mask) {
    useCount().requireOpen();
    return attributes.explain(type(), wanted, mask);
  }

  @Override
  public QueuePairAttributes query() {
    useCount().requireOpen();
    return attributes.query(capabilities);
  }

  @Override
  public int postSend(SendWorkRequest first, BadRequest<SendWorkRequest> bad) {
    useCount().requireOpen();
    poster.enter();
    try {
      SendWorkRequest request = first;
      int error = 0;
      while (request != null && error == 0) {
        error = translation.stage(poster, request);
        request = error == 0 ? request.next() : request;
      }
      poster.commit();
      if (error != 0 && bad != null) {
        bad.request(request, explanation().of(request, error));
      }
      return reported("ibv_post_send", error);
    } finally {
      poster.abort(); // discards what an exception has left staged
      poster.exit();
    }
  }

  @Override
  public int postRecv(ReceiveWorkRequest first, BadRequest<ReceiveWorkRequest> bad) {
    useCount().requireOpen();
    poster.enterReceives();
    try {
      int error = RequestTranslation.post(poster, first, bad);
      if (error != 0 && bad != null) {
        bad.request(bad.request(), explanation().of(bad.request(), error));
      }
      return reported("ibv_post_recv", error);
    } finally {
      poster.exitReceives();
    }
  }

  private static int reported(String call, int error) {
    return PostRefusedEvent.report(call, error, VerbsErrno::strerror);
  }

  private PostExplanation explanation() {
    return new PostExplanation(this, machine.type());
  }

  @Override
  public WorkBuilder startWork() {
    useCount().requireOpen();
    return builder.start();
  }

  @Override
  public int bindMw(MemoryWindow window, long wrId, int flags, MemoryWindowBind bind) {
    useCount().requireOpen();
    poster.enter();
    try {
      int error = translation.bind(poster, window, wrId, flags, bind);
      poster.commit();
      return reported("ibv_bind_mw", error);
    } finally {
      poster.abort();
      poster.exit();
    }
  }

  @Override
  public String explainBindMw(MemoryWindow window, int flags, MemoryWindowBind bind) {
    useCount().requireOpen();
    return explanation().ofBind(domain, window, flags, bind);
  }

  @Override
  void release() {
    tellNoMore();
    machine.close();
    endEvents();
    owner().managementQueues().remove(init.type(), init.sendCq(), init.receiveCq());
  }

  @Override
  public String toString() {
    return "QueuePair[%s, qp_num=0x%06x, %s]".formatted(type(), qpNum(), state());
  }
}
