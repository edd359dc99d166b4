package dev.weft.wire;

import dev.weft.recording.OpenObjects;
import java.util.Arrays;

/** The open ports of this process, whose links the Flight Recorder describes. */
public final class OpenPorts {
  private static final OpenObjects<Port> ALL =
      OpenObjects.describedBy(LinkStatisticsEvent.class, OpenPorts::write);

  private OpenPorts() {}

  /** A port was opened. */
  public static void opened(Port port) {
    LinkEvent.load();
    ALL.add(port);
  }

  /** A port is being closed. */
  public static void closed(Port port) {
    ALL.remove(port);
  }

  private static void write(Port port) {
    Arrays.stream(port.links())
        .filter(link -> !link.isClosed())
        .forEach(link -> LinkStatisticsEvent.commit(port, link));
  }
}
