package dev.weft.rdmacm.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;

/** What the program does to the queue pairs of its ids. */
final class Traffic {
  private static final int MOST_RECEIVES = 8;

  private final ConnectionModel model;
  private final ConnectionStations stations;

  Traffic(ConnectionModel model, ConnectionStations stations) {
    this.model = model;
    this.stations = stations;
  }

  void modify(int id, boolean resets) {
    Side side = model.sides[id];
    if (side.pair != null && (resets || side.pair != QueuePairState.RESET)) {
      QueuePairState state = resets ? QueuePairState.RESET : QueuePairState.ERR;
      var attributes = QueuePairAttributes.builder().state(state).build();
      assertEquals(0, stations.pairs[id].modify(attributes), "ibv_modify_qp");
      model.modify(side, resets);
    }
  }

  void receive(int id) {
    Side side = model.sides[id];
    if (side.pair != null && side.receives < MOST_RECEIVES) {
      var request = new ReceiveWorkRequest().buffer(stations.region(side.kind), 0, Long.BYTES);
      int result = stations.pairs[id].postRecv(request);
      if (side.pair == QueuePairState.RESET) {
        assertEquals(VerbsErrno.EINVAL, result, "ibv_post_recv in RESET");
      } else {
        assertEquals(0, result, "ibv_post_recv");
        model.receive(side);
      }
    }
  }

  /** Nothing if its peer has posted no receive. */
  void send(int id) {
    Side side = model.sides[id];
    Side peer = model.peer(id);
    if (side.pair == null) {
      return;
    }
    if (side.pair == QueuePairState.RTS && (peer.pair == null || peer.receives == 0)) {
      return;
    }
    var request = new SendWorkRequest().buffer(stations.region(side.kind), 0, Long.BYTES);
    int result = stations.pairs[id].postSend(request.flags(SendFlags.SIGNALED));
    switch (side.pair) {
      case RESET, INIT -> assertEquals(VerbsErrno.EINVAL, result, "ibv_post_send in INIT");
      case ERR -> {
        assertEquals(0, result, "ibv_post_send in ERR");
        side.flushes++;
      }
      default -> {
        assertEquals(0, result, "ibv_post_send");
        model.message(id);
      }
    }
  }
}
