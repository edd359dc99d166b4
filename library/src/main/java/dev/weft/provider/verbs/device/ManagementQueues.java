package dev.weft.provider.verbs.device;

import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.QueuePairType;
import java.util.HashMap;
import java.util.Map;

/**
 * Tracks which completion queues serve the management queue pairs, SMI and GSI. These may share a
 * completion queue with each other, but with no other type of queue pair.
 */
public final class ManagementQueues {
  /** Counts of the queue pairs of either kind that use a completion queue. */
  private static final class Users {
    int management;
    int others;
  }

  private final Map<CompletionQueue, Users> users = new HashMap<>();

  public static boolean isManagement(QueuePairType type) {
    return type == QueuePairType.SMI || type == QueuePairType.GSI;
  }

  public synchronized void add(QueuePairType type, CompletionQueue send, CompletionQueue receive) {
    require(type, send);
    require(type, receive);
    count(type, send, 1);
    count(type, receive, 1);
  }

  public synchronized void remove(
      QueuePairType type, CompletionQueue send, CompletionQueue receive) {
    count(type, send, -1);
    count(type, receive, -1);
  }

  private void require(QueuePairType type, CompletionQueue queue) {
    Users now = users.get(queue);
    if (now != null && (isManagement(type) ? now.others : now.management) > 0) {
      throw new VerbsException(
          VerbsErrno.EINVAL,
          "ibv_create_qp",
          "qp_type=" + type + " may not share a completion queue with others",
          "SMI and GSI share theirs with each other only");
    }
  }

  private void count(QueuePairType type, CompletionQueue queue, int change) {
    Users now = users.computeIfAbsent(queue, unknown -> new Users());
    now.management += isManagement(type) ? change : 0;
    now.others += isManagement(type) ? 0 : change;
    if (now.management == 0 && now.others == 0) {
      users.remove(queue);
    }
  }
}
