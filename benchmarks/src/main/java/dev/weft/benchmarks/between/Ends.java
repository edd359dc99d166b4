package dev.weft.benchmarks.between;

import dev.weft.benchmarks.contenders.EndpointSide;
import dev.weft.benchmarks.contenders.Side;
import dev.weft.fabric.poll.WaitObject;

/** Opens this process's end of a measurement between two processes. */
public final class Ends {
  private static final int MANY = 256;
  private static final int FEW = 8;
  private static final int LARGE = 1 << 20;

  private Ends() {}

  /**
   * Opens this process's end, once the other has opened its own.
   *
   * @param name the contender, as {@code Comparisons} names it
   */
  public static Side open(String name, Meeting meeting) throws Exception {
    return switch (name) {
      case "weft" -> single(meeting, WaitObject.NONE);
      case "weft-sread" -> single(meeting, WaitObject.UNSPEC);
      case "weft-many" -> stream(meeting, Long.BYTES, MANY, true);
      case "weft-large" -> stream(meeting, LARGE, FEW, true);
      case "weft-large-any" -> stream(meeting, LARGE, FEW, false);
      case "weft-large-read" -> readingTheOther(meeting);
      case "weft-write" -> remote(meeting, false);
      case "weft-fetch-add" -> remote(meeting, true);
      case "aeron" -> AeronEnd.open(meeting).side(Long.BYTES);
      case "aeron-many" -> AeronEnd.open(meeting).stream(Long.BYTES);
      case "aeron-large" -> AeronEnd.open(meeting).stream(LARGE);
      case "jucx" -> JucxEnd.open(meeting).tagged();
      case "jucx-many" -> JucxEnd.open(meeting).stream(Long.BYTES, MANY);
      case "jucx-large" -> JucxEnd.open(meeting).stream(LARGE, FEW);
      case "jucx-put" -> JucxEnd.open(meeting).puts();
      case "jucx-write" -> jucxInitiator(meeting);
      case "socket-selector" -> SocketSide.open(meeting);
      default -> throw new IllegalArgumentException("name=" + name);
    };
  }

  private static Side single(Meeting meeting, WaitObject waitObject) throws Exception {
    EndpointParts parts = EndpointParts.meet(meeting, waitObject);
    return new EndpointSide(parts.opened(), parts.peer(), waitObject != WaitObject.NONE, null);
  }

  private static Side stream(Meeting meeting, long size, int depth, boolean shared)
      throws Exception {
    EndpointParts parts = EndpointParts.meet(meeting, WaitObject.NONE);
    return new EndpointStream(parts, size, depth, shared);
  }

  /** Each process reads the other one. */
  private static Side readingTheOther(Meeting meeting) throws Exception {
    System.setProperty("dev.weft.shm.read", "true");
    return stream(meeting, LARGE, FEW, false);
  }

  private static Side jucxInitiator(Meeting meeting) throws Exception {
    JucxPuts end = JucxEnd.open(meeting).puts();
    return meeting.first() ? end.initiator() : end;
  }

  private static Side remote(Meeting meeting, boolean fetchAdd) throws Exception {
    EndpointParts parts = EndpointParts.alone(WaitObject.NONE);
    if (!meeting.first()) {
      RemoteEnd.expose(parts);
      meeting.leave(parts.opened().endpoint().name());
      return new TargetSide(parts);
    }
    return new RemoteEnd(parts.knowing(meeting.take()), fetchAdd);
  }
}
