package dev.weft.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** All comparisons, in the order of the table. */
final class Comparisons {
  private static final List<String> QUEUES = List.of("weft", "jctools", "agrona", "disruptor");
  private static final List<String> THREADINGS = List.of("DOMAIN", "SAFE");

  private Comparisons() {}

  static List<Comparison> all() {
    List<Comparison> all = new ArrayList<>();
    addRing(all, "SINGLE", 6);
    addRing(all, "MULTI", 9);
    addWorkCompletions(all);
    addRates(all);
    addHalves(all);
    addEndpoints(all);
    addWakeUps(all, "two processors", 0);
    addWakeUps(all, "one processor", 1);
    addAllocations(all);
    all.addAll(BetweenProcesses.comparisons());
    all.addAll(QueuePairs.comparisons());
    all.addAll(OverLibfabric.comparisons());
    addRemote(all);
    addPoll(all);
    return all;
  }

  private static void addRing(List<Comparison> all, String sharing, double nanos) {
    for (String batch : List.of("16", "64")) {
      String what = "write and read, batches of " + batch + ", " + sharing;
      Contender ours = Contender.of("weft", "ring", "writeRead", sharing, batch);
      all.add(alone("ring", what, Target.atMost(nanos, "ns"), ours));
      Contender reserving = Contender.of("weft", "ring", "reserveWriteRead", sharing, batch);
      String each = what + ", a reservation for each";
      all.add(alone("ring", each, Target.atMost(nanos, "ns"), reserving));
    }
    Contender empty = Contender.of("weft", "ring", "empty", sharing, "64");
    all.add(alone("ring", "empty read, " + sharing, Target.atMost(3, "ns"), empty));
  }

  private static void addWorkCompletions(List<Comparison> all) {
    for (String batch : List.of("16", "64")) {
      Contender ring = Contender.of("fi_cq_read ring", "completion", "ring", batch);
      Contender iterator = Contender.of("weft", "completion", "iterator", batch);
      Contender poll = Contender.of("weft", "completion", "poll", batch);
      Target target = Target.timesThePeers(1.2, "ns");
      String iterated = "verbs iterator, batches of " + batch;
      all.add(new Comparison("ring", iterated, target, false, List.of(iterator, ring)));
      String polled = "ibv_poll_cq, batches of " + batch;
      all.add(new Comparison("ring", polled, target, false, List.of(poll, ring)));
    }
  }

  private static void addRates(List<Comparison> all) {
    addRate(all, "rate, one writer", "one", "1");
    addRate(all, "rate, many-writer queue, one writer", "many", "1");
    addRate(all, "rate, many-writer queue, two writers", "many", "2");
  }

  private static void addRate(List<Comparison> all, String what, String kind, String writers) {
    List<Contender> contenders =
        QUEUES.stream().map(name -> Contender.of(name, "rate", name, kind, writers)).toList();
    all.add(new Comparison("handover", what, Target.moreThanPeers("M/s"), true, contenders));
  }

  private static void addHalves(List<Comparison> all) {
    addHalf(all, "half round trip, one writer", "");
    addHalf(all, "half round trip, many-writer queue", "-many");
  }

  private static void addHalf(List<Comparison> all, String what, String kind) {
    List<Contender> contenders =
        QUEUES.stream().map(name -> Contender.of(name, "half", name + kind, "0")).toList();
    all.add(new Comparison("handover", what, Target.lessThanPeers("ns"), true, contenders));
  }

  private static void addEndpoints(List<Comparison> all) {
    for (String threading : THREADINGS) {
      String what = "tagged 8 B send and receive, one thread, " + threading;
      Contender ours = Contender.of("weft", "message", threading);
      all.add(alone("endpoint", what, Target.atMost(50, "ns"), ours));
    }
    String pair = "verbs' 8 B send and receive, one thread, beside the endpoint's";
    addQueuePair(all, pair, "RC");
    addQueuePair(all, "... with IBV_CREATE_CQ_ATTR_SINGLE_THREADED", "RC-ONE");
    List<Contender> contenders =
        List.of(
            Contender.of("weft", "half", "weft-endpoint", "0"),
            Contender.of("aeron ipc, 8 B", "half", "aeron-8", "0"),
            Contender.of("aeron ipc, 32 B", "half", "aeron-32", "0"));
    String what = "tagged 8 B half round trip, two threads";
    Target target = Target.timesThePeers(1, "ns");
    all.add(new Comparison("endpoint", what, target, true, contenders));
  }

  private static void addQueuePair(List<Comparison> all, String what, String queues) {
    List<Contender> words =
        List.of(
            Contender.of("weft, queue pair", "queue-pair", queues),
            Contender.of("weft, endpoint", "message", "SAFE"));
    all.add(new Comparison("endpoint", what, Target.timesThePeers(1, "ns"), false, words));
  }

  private static void addWakeUps(List<Comparison> all, String where, int processor) {
    String answering = Integer.toString(processor);
    Contender bare = Contender.of("park/unpark", "wakeup", "park", answering);
    Contender sread = Contender.of("weft", "wakeup", "weft-sread", answering);
    Contender set = Contender.of("weft", "wakeup", "weft-wait-set", answering);
    Contender ring = Contender.of("weft", "wakeup", "weft-ring-sleep", answering);
    Target target = Target.timesThePeers(1.1, "ns");
    boolean two = processor == 0;
    all.add(
        new Comparison("wakeup", "tsend wakes sread, " + where, target, two, List.of(sread, bare)));
    all.add(
        new Comparison(
            "wakeup", "tsend wakes a wait set, " + where, target, two, List.of(set, bare)));
    all.add(
        new Comparison(
            "wakeup", "ring write wakes reader, " + where, target, two, List.of(ring, bare)));
  }

  private static void addAllocations(List<Comparison> all) {
    for (String threading : THREADINGS) {
      for (String call : List.of("post", "read", "sread")) {
        String what = (call.equals("sread") ? "sread with data, " : call + ", ") + threading;
        Contender ours = Contender.of("weft", "allocation", call, threading);
        all.add(alone("allocation", what, Target.atMost(0, "B"), ours));
      }
    }
  }

  private static void addRemote(List<Comparison> all) {
    Contender jucx = BetweenProcesses.jucx("put", "remote", "jucx-write");
    addRemote(all, "write", Target.atLeast(35, "M/s"), jucx);
    Contender puts = Contender.of("ucx in C", "ucx", "write");
    addRemote(all, "selective-write", Target.atLeastTimesThePeers(0.7, "M/s"), puts);
    Contender fetches = Contender.of("ucx in C", "ucx", "fetch-add");
    addRemote(all, "fetch-add", Target.atLeastTimesThePeers(1, "M/s"), fetches);
  }

  private static void addRemote(
      List<Comparison> all, String operation, Target target, Contender peer) {
    Contender near = Contender.of("weft", "remote", operation);
    Contender far = Contender.of("weft", "between", "remote", "weft-" + operation, "0");
    String what = "8 B " + operation.replace('-', ' ');
    all.add(new Comparison("remote", what + ", loopback", target, true, List.of(near, peer)));
    all.add(new Comparison("remote", what + ", shm", target, true, List.of(far, peer)));
  }

  private static void addPoll(List<Comparison> all) {
    for (String members : List.of("65", "1000")) {
      addPoll(all, "fi_poll", "UNSPEC", members);
      addPoll(all, "selectNow", "selector", members);
    }
    addPoll(all, "fi_poll, FI_WAIT_NONE", "NONE", "65");
  }

  private static void addPoll(List<Comparison> all, String call, String name, String members) {
    Contender ours = Contender.of("weft", "poll", name, members);
    Contender nio = Contender.of("java.nio selector", "poll", "nio", members);
    String what = call + " finds the one of " + members + " that is ready";
    all.add(new Comparison("poll", what, Target.lessThanPeers("ns"), false, List.of(ours, nio)));
  }

  private static Comparison alone(String section, String what, Target target, Contender ours) {
    return new Comparison(section, what, target, false, List.of(ours));
  }
}
