package dev.weft.benchmarks.between;

import dev.weft.benchmarks.contenders.EndpointSide;
import dev.weft.benchmarks.contenders.Side;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;

/** Opens this process's end of a measurement between two processes. */
public final class Ends {
  private static final int MANY = 256;
  private static final int FEW = 8;
  private static final int MEDIUM = 1 << 16;
  private static final int LARGE = 1 << 20;
  private static final String SHM = "shm";

  private Ends() {}

  /**
   * Opens this process's end, once the other has opened its own.
   *
   * @param text the contender, as {@code Comparisons} names it
   */
  public static Side open(String text, Meeting meeting) throws Exception {
    EndName name = EndName.of(text);
    String provider = name.transportOr(SHM);
    String transports = name.transportOr("posix,self");
    return switch (name.kind()) {
      case "weft" -> single(meeting, provider, WaitObject.NONE);
      case "weft-sread" -> single(meeting, provider, WaitObject.UNSPEC);
      case "weft-many" -> stream(meeting, provider, Long.BYTES, MANY, true);
      case "weft-large" -> stream(meeting, provider, LARGE, FEW, true);
      case "weft-large-any" -> stream(meeting, provider, LARGE, FEW, false);
      case "weft-ping-pong" -> pingPong(meeting, provider, Long.BYTES);
      case "weft-large-ping-pong" -> pingPong(meeting, provider, LARGE);
      case "weft-large-read" -> readingTheOther(meeting);
      case "weft-safe" -> safe(meeting, Long.BYTES);
      case "weft-safe-medium" -> safe(meeting, MEDIUM);
      case "weft-safe-large" -> safe(meeting, LARGE);
      case "queue-pair" -> QueuePairSide.meet(meeting, Long.BYTES, 1);
      case "queue-pair-medium" -> QueuePairSide.meet(meeting, MEDIUM, 1);
      case "queue-pair-large" -> QueuePairSide.meet(meeting, LARGE, 1);
      case "weft-safe-many" ->
          stream(meeting, EndpointParts.query(SHM, Threading.SAFE), Long.BYTES, MANY, true);
      case "queue-pair-many" -> QueuePairSide.meet(meeting, Long.BYTES, MANY);
      case "weft-write" -> remote(meeting, "write");
      case "weft-fetch-add" -> remote(meeting, "fetch-add");
      case "weft-selective-write" -> remote(meeting, "selective-write");
      case "aeron" -> AeronEnd.open(meeting).side(Long.BYTES);
      case "aeron-many" -> AeronEnd.open(meeting).stream(Long.BYTES);
      case "aeron-large" -> AeronEnd.open(meeting).stream(LARGE);
      case "jucx" -> JucxEnd.open(meeting, transports).tagged();
      case "jucx-many" -> JucxEnd.open(meeting, transports).stream(Long.BYTES, MANY);
      case "jucx-large" -> JucxEnd.open(meeting, transports).stream(LARGE, FEW);
      case "jucx-put" -> JucxEnd.open(meeting, transports).puts();
      case "jucx-write" -> jucxInitiator(meeting, transports);
      case "socket-selector" -> SocketSide.open(meeting);
      default -> throw new IllegalArgumentException("name=" + text);
    };
  }

  private static Side single(Meeting meeting, String provider, WaitObject waitObject)
      throws Exception {
    EndpointParts parts = EndpointParts.meet(meeting, EndpointParts.query(provider), waitObject);
    return new EndpointSide(parts.opened(), parts.peer(), waitObject != WaitObject.NONE, null);
  }

  /** Messages of an endpoint that any thread may use, as queue pairs are. */
  private static Side safe(Meeting meeting, int size) throws Exception {
    FabricInfo info = EndpointParts.query(SHM, Threading.SAFE);
    EndpointParts parts = EndpointParts.meet(meeting, info, WaitObject.NONE);
    return new EndpointSide(parts.opened(), parts.peer(), size);
  }

  private static Side stream(Meeting meeting, String provider, long size, int depth, boolean shared)
      throws Exception {
    return stream(meeting, EndpointParts.query(provider), size, depth, shared);
  }

  private static Side stream(Meeting meeting, FabricInfo info, long size, int depth, boolean shared)
      throws Exception {
    EndpointParts parts = EndpointParts.meet(meeting, info, WaitObject.NONE);
    return new EndpointStream(parts, size, depth, shared);
  }

  /** Each process reads the other one. */
  private static Side readingTheOther(Meeting meeting) throws Exception {
    System.setProperty("dev.weft.shm.read", "true");
    return stream(meeting, SHM, LARGE, FEW, false);
  }

  private static Side pingPong(Meeting meeting, String provider, long size) throws Exception {
    FabricInfo info = EndpointParts.query(provider, Threading.SAFE);
    return new PingPongSide(EndpointParts.meet(meeting, info, WaitObject.NONE), size);
  }

  private static Side jucxInitiator(Meeting meeting, String transports) throws Exception {
    JucxPuts end = JucxEnd.open(meeting, transports).puts();
    return meeting.first() ? end.initiator() : end;
  }

  private static Side remote(Meeting meeting, String operation) throws Exception {
    EndpointParts parts = EndpointParts.alone(EndpointParts.query(SHM));
    if (!meeting.first()) {
      RemoteEnd.expose(parts);
      meeting.leave(parts.opened().endpoint().name());
      return new TargetSide(parts);
    }
    return initiator(parts.knowing(meeting.take()), operation);
  }

  /**
   * An initiator of one-sided operations.
   *
   * @param operation {@code write}, {@code selective-write} or {@code fetch-add}
   */
  public static Side initiator(EndpointParts parts, String operation) {
    return operation.equals("selective-write")
        ? new SelectiveWrites(parts)
        : new RemoteEnd(parts, operation.equals("fetch-add"));
  }
}
