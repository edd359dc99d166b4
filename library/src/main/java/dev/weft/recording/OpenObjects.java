package dev.weft.recording;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/**
 * The open objects of one kind, which a periodic event of the Flight Recorder describes. Any thread
 * may call any method. An object that is not closed is forgotten when it becomes unreachable.
 *
 * @param <T> type of the objects, with the equality of {@link Object}
 */
public final class OpenObjects<T> {
  private final Consumer<? super T> writer;
  private final Set<T> objects = Collections.newSetFromMap(new WeakHashMap<>());

  private OpenObjects(Consumer<? super T> writer) {
    this.writer = writer;
  }

  /**
   * Makes an empty set whose objects an event describes. The event is added to the recorder when
   * that starts: adding it before would load the recorder into every program.
   *
   * @param event the periodic event
   * @param writer writes the event of an object
   */
  public static <T> OpenObjects<T> describedBy(
      Class<? extends Event> event, Consumer<? super T> writer) {
    OpenObjects<T> open = new OpenObjects<>(writer);
    if (FlightRecorder.isAvailable()) {
      FlightRecorder.addListener(
          new FlightRecorderListener() {
            @Override
            public void recorderInitialized(FlightRecorder recorder) {
              FlightRecorder.addPeriodicEvent(event, open::write);
            }
          });
    }
    return open;
  }

  /** An object was opened. */
  public synchronized void add(T object) {
    objects.add(object);
  }

  /** An object was closed. */
  public synchronized void remove(T object) {
    objects.remove(object);
  }

  private synchronized List<T> all() {
    return List.copyOf(objects);
  }

  /** Called by the recorder. Events are written without the monitor. */
  private void write() {
    all().forEach(writer);
  }
}
