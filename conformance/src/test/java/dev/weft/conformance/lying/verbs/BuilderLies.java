package dev.weft.conformance.lying.verbs;

import dev.weft.conformance.lying.Call;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.WorkBuilder;
import dev.weft.verbs.work.SendWorkRequest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Faults of work builders, and of the binds that they and queue pairs post. */
final class BuilderLies {
  private static final Set<String> SETTERS =
      Set.of("sge", "sgeList", "inlineData", "udAddress", "through");
  private static final Set<String> ENDS = Set.of("complete", "abort");
  private static final Set<String> OF_NEXT_REQUEST = Set.of("wrId", "flags");

  private BuilderLies() {}

  static List<VerbsFault> all() {
    return List.of(
        new VerbsFault("drops setters without a request", "VQ-06b", BuilderLies::dropsSetters),
        VerbsFault.of("takes calls after the end", "VQ-06c", BuilderLies::goesOn),
        VerbsFault.of("says that it binds windows of others", "VQ-34a", BuilderLies::bindsAll),
        VerbsFault.of("posts what was aborted", "VQ-34b", BuilderLies::postsAborted),
        VerbsFault.of("binds under any key", "VQ-34c", BuilderLies::bindsUnderAnyKey));
  }

  private static VerbsFault.Lie dropsSetters() {
    Set<Object> begun = ConcurrentHashMap.newKeySet();
    return call -> {
      String name = call.method().getName();
      if (!(call.object() instanceof WorkBuilder)) {
        return call.honestly();
      }
      if (ENDS.contains(name)) {
        begun.remove(call.object());
      } else if (SETTERS.contains(name) && !begun.contains(call.object())) {
        return call.object();
      } else if (!OF_NEXT_REQUEST.contains(name)) {
        begun.add(call.object());
      }
      return call.honestly();
    };
  }

  private static Object goesOn(Call call) throws Throwable {
    try {
      return call.honestly();
    } catch (IllegalStateException ended) {
      if (call.is(WorkBuilder.class, "complete")) {
        return 0;
      }
      return call.object() instanceof WorkBuilder builder ? builder : rethrown(ended);
    }
  }

  private static Object rethrown(IllegalStateException exception) {
    throw exception;
  }

  private static Object bindsAll(Call call) throws Throwable {
    Object answer = call.honestly();
    boolean posts = call.is(QueuePair.class, "postSend") || call.is(QueuePair.class, "bindMw");
    return posts && answer.equals(VerbsErrno.EPERM) ? 0 : answer;
  }

  private static Object bindsUnderAnyKey(Call call) throws Throwable {
    if (call.is(QueuePair.class, "postSend")
        && call.arguments()[0] instanceof SendWorkRequest request
        && request.window() != null) {
      request.bindMw(request.window(), request.window().nextRkey(), request.bind());
    }
    return call.honestly();
  }

  private static Object postsAborted(Call call) throws Throwable {
    if (call.is(WorkBuilder.class, "abort")) {
      ((WorkBuilder) call.object()).complete();
      return null;
    }
    return call.honestly();
  }
}
