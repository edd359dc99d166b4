package dev.weft.nic.queuepair.hostile;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.queuepair.Collector;
import dev.weft.nic.queuepair.Station;
import dev.weft.nic.workqueue.ReceiveRequest;
import dev.weft.nic.workqueue.SharedReceives;
import dev.weft.nic.workqueue.TagMatching;
import dev.weft.nic.workqueue.TagRequest;
import java.util.Set;

/** A shared queue that matches tags, with the software's handling of unexpected messages. */
final class MatchingSide {
  private static final int TAGS = 8;

  final Collector told = new Collector();
  private final TagMatching matching = new TagMatching(TAGS, 1, told, _ -> {});
  final SharedReceives shared = new SharedReceives(Station.DEPTH, 1, _ -> {}, matching);
  private int unexpected;

  /** Adds a tagged receive, or an ordinary one in every other case, where there is room. */
  void add(long wrId, long address, int length, int key, Set<Long> posted) {
    shared.enter();
    try {
      boolean tagged = (wrId & 1) == 0;
      ReceiveRequest receive = tagged ? matching.request().receive : shared.receive();
      receive.reset(wrId).add(address, length, key);
      TagRequest add = operation(TagRequest.ADD);
      int error = tagged ? matching.post(add) : shared.post(receive);
      if (error == 0) {
        posted.add(wrId);
      }
    } finally {
      shared.exit();
    }
  }

  private TagRequest operation(int opcode) {
    TagRequest request = matching.request();
    request.opcode = opcode;
    request.flags = 0;
    request.tag = 0;
    request.mask = 0; // matches any tag
    request.unexpected = unexpected;
    return request;
  }

  /** Whether a completion is the first of two. */
  boolean tell(WorkCompletion completion) {
    boolean received =
        completion.opcode == Operation.RECEIVED_TAG && completion.status == WcStatus.SUCCESS;
    int flags = completion.flags & (WorkFlags.TAG_MATCH | WorkFlags.TAG_DATA_VALID);
    unexpected += received && flags == 0 ? 1 : 0;
    return received && flags == WorkFlags.TAG_MATCH;
  }

  /** Reports to the queue that software has processed all unexpected messages. */
  void report() {
    shared.enter();
    try {
      matching.post(operation(TagRequest.SYNCHRONIZE));
    } finally {
      shared.exit();
    }
  }
}
