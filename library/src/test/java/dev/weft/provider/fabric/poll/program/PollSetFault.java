package dev.weft.provider.fabric.poll.program;

import static dev.weft.program.FaultyProxy.call;

import dev.weft.fabric.Counter;
import dev.weft.fabric.poll.PollSet;
import dev.weft.program.FaultyProxy;
import java.lang.reflect.Method;

/** A fault of a poll set that random programs must find. */
enum PollSetFault {
  FORGETS_COUNTERS("add") {
    @Override
    Object apply(PollSet set, Method method, Object[] arguments) throws Throwable {
      return arguments[0] instanceof Counter ? 0 : call(set, method, arguments);
    }
  },
  KEEPS_WHAT_LEAVES("del") {
    @Override
    Object apply(PollSet set, Method method, Object[] arguments) {
      return 0;
    }
  },
  LOSES_THE_LAST_CONTEXT("poll") {
    @Override
    Object apply(PollSet set, Method method, Object[] arguments) throws Throwable {
      int stored = (int) call(set, method, arguments);
      return Math.max(0, stored - 1);
    }
  };

  private final String about;

  PollSetFault(String about) {
    this.about = about;
  }

  abstract Object apply(PollSet set, Method method, Object[] arguments) throws Throwable;

  /** A poll set with this fault. */
  PollSet wrap(PollSet set) {
    return FaultyProxy.of(PollSet.class, set, about, this::apply);
  }
}
