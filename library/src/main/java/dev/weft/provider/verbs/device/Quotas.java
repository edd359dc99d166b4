package dev.weft.provider.verbs.device;

/** The quotas of a context, one for each kind of object with a device limit. */
public record Quotas(
    Quota domains,
    Quota regions,
    Quota windows,
    Quota handles,
    Quota completionQueues,
    Quota queuePairs,
    Quota sharedReceiveQueues,
    Quota reliableDomains,
    Quota endToEndContexts) {

  public Quotas(DeviceLimits limits) {
    this(
        new Quota("max_pd", limits.maxPd()),
        new Quota("max_mr", limits.maxMr()),
        new Quota("max_mw", limits.maxMw()),
        new Quota("max_ah", limits.maxAh()),
        new Quota("max_cq", limits.maxCq()),
        new Quota("max_qp", limits.maxQp()),
        new Quota("max_srq", limits.maxSrq()),
        new Quota("max_rdd", limits.maxRdd()),
        new Quota("max_ee", limits.maxEe()));
  }

  /** A quota without a limit. */
  public static Quota none() {
    return new Quota("memory", Integer.MAX_VALUE);
  }
}
