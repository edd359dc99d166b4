package dev.weft.fabric;

import dev.weft.argument.Require;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import dev.weft.fabric.info.Mismatch;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * {@code fi_getinfo(3)} and {@code fi_fabric(3)}: queries and opens fabrics.
 *
 * <p>Any thread may call.
 */
public final class Fabrics {

  private Fabrics() {}

  /** Everything that can be opened here, whatever it requires, best first. */
  public static List<FabricInfo> getInfo() {
    return getInfo(FabricInfo.builder().mode(-1L).memoryRegistrationMode(-1L).build());
  }

  /**
   * {@code fi_getinfo(3)}: what can be opened and satisfies {@code hints}.
   *
   * @param hints the requested values; zero, UNSPEC and null mean anything
   * @return at least one, best first
   * @throws FabricException of {@code FI_ENODATA} with every provider's reasons if nothing matches
   */
  public static List<FabricInfo> getInfo(FabricInfo hints) {
    return getInfo(providers(), hints);
  }

  static List<FabricInfo> getInfo(List<FabricProvider> providers, FabricInfo hints) {
    List<InfoResult> answers = explain(providers, hints);
    List<FabricInfo> infos = answers.stream().flatMap(answer -> answer.infos().stream()).toList();
    if (infos.isEmpty()) {
      throw nothingMatches(answers);
    }
    return infos;
  }

  /** The result of each provider for {@code hints}, with reasons. */
  public static List<InfoResult> explain(FabricInfo hints) {
    return explain(providers(), hints);
  }

  static List<InfoResult> explain(List<FabricProvider> providers, FabricInfo hints) {
    Require.notNull("hints", hints);
    return providers.stream().map(provider -> ask(provider, hints)).toList();
  }

  /** {@link #open(FabricInfo, Object)} without a context. */
  public static Fabric open(FabricInfo info) {
    return open(info, null);
  }

  /**
   * {@code fi_fabric(3)}: opens the fabric of {@code info}.
   *
   * @param info one of those that {@link #getInfo} returned
   * @param context the context of the object; may be null
   * @throws FabricException of {@code FI_ENODEV} if the provider is not found, or its own error
   */
  public static Fabric open(FabricInfo info, Object context) {
    return open(providers(), info, context);
  }

  static Fabric open(List<FabricProvider> providers, FabricInfo info, Object context) {
    return providerOf(providers, info).open(info, context);
  }

  /** The provider of an info. */
  static FabricProvider providerOf(FabricInfo info) {
    return providerOf(providers(), info);
  }

  private static FabricProvider providerOf(List<FabricProvider> providers, FabricInfo info) {
    String name = Require.notNull("info", info).fabric().providerName();
    for (FabricProvider provider : providers) {
      if (provider.matches(name)) {
        return provider;
      }
    }
    String names = providers.stream().map(FabricProvider::name).collect(Collectors.joining(", "));
    throw new FabricException(
        Errno.ENODEV,
        "fi_fabric",
        "provider=" + name + ", available " + names,
        "Open one of the infos that Fabrics.getInfo returned");
  }

  private static InfoResult ask(FabricProvider provider, FabricInfo hints) {
    String wanted = hints.fabric().providerName();
    if (wanted != null && !provider.matches(wanted)) {
      return InfoResult.refused(
          provider.name(), List.of(new Mismatch("provider", wanted, provider.name())));
    }
    return provider.getInfo(hints);
  }

  private static FabricException nothingMatches(List<InfoResult> answers) {
    String reasons = answers.stream().map(InfoResult::toString).collect(Collectors.joining(" | "));
    return answers.isEmpty()
        ? new FabricException(
            Errno.ENODATA, "fi_getinfo", "no provider", "Put one on the module or class path")
        : new FabricException(
            Errno.ENODATA, "fi_getinfo", reasons, "Ask for less, or for another provider");
  }

  private static List<FabricProvider> providers() {
    return ServiceLoader.load(FabricProvider.class, FabricProvider.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparingInt(FabricProvider::rank))
        .toList();
  }
}
