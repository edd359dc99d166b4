package dev.weft.provider.verbs.post;

import dev.weft.nic.workqueue.TagMatching;
import dev.weft.nic.workqueue.TagRequest;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.TagOperation;

/** {@code ibv_post_srq_ops(3)}: translates changes of tag lists for the engine. */
public final class TagOperations {
  private TagOperations() {}

  /**
   * Posts a list up to its first invalid operation; 0, or the error number of that one. Operations
   * execute one after the other, but all of the list count as outstanding until the call returns.
   */
  public static int post(
      TagMatching tagsOrNull,
      SharedReceiveQueueInit limits,
      TagOperation first,
      BadRequest<TagOperation> bad) {
    TagOperation operation = first;
    int error = 0;
    int posted = 0;
    while (operation != null && error == 0) {
      if (tagsOrNull == null) {
        error = VerbsErrno.EINVAL;
      } else {
        boolean fits = posted++ < limits.maxOperations();
        error = fits ? post(tagsOrNull, operation) : VerbsErrno.ENOMEM;
      }
      operation = error == 0 ? operation.next() : operation;
    }
    if (error != 0 && bad != null) {
      bad.request(operation, TagExplanation.of(tagsOrNull, limits, operation, error));
    }
    return error;
  }

  private static int post(TagMatching tags, TagOperation from) {
    TagRequest to = tags.request();
    to.wrId = from.wrId();
    to.opcode = from.opcode();
    to.flags = from.flags();
    to.unexpected = from.unexpectedCount();
    to.handle = from.handle();
    if (from.opcode() == TagOperation.TAG_ADD && !fill(to, from)) {
      return VerbsErrno.EINVAL;
    }
    int error = tags.post(to);
    if (error == 0 && from.opcode() == TagOperation.TAG_ADD) {
      from.handle(to.handle);
    }
    return error;
  }

  /** Copies the buffers; false if there are too many. */
  private static boolean fill(TagRequest to, TagOperation from) {
    to.tag = from.tag();
    to.mask = from.mask();
    return RequestTranslation.fill(to.receive.reset(from.receiveWrId()), from.buffers());
  }
}
