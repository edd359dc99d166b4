package dev.weft.ffm.info;

import dev.weft.fabric.Errno;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import dev.weft.fabric.info.Mismatch;
import dev.weft.ffm.layout.InfoLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Libfabric;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * {@code fi_getinfo(3)} of libfabric, with reasons. libfabric says {@code -FI_ENODATA} and no more;
 * the reasons come from a comparison of the hints with everything that it offers.
 */
public final class InfoQuery {
  private static final System.Logger LOG = System.getLogger("dev.weft.ffm");

  private InfoQuery() {}

  /** What can be opened and satisfies {@code hints}, or why there is nothing. */
  public static InfoResult answer(FabricInfo hints) {
    Mismatch refusal = Libfabric.refusal().orElse(null);
    if (refusal != null) {
      return InfoResult.refused(ProviderNames.ANY, List.of(refusal));
    }
    List<FabricInfo> found = Support.has(hints) ? offers(hints) : List.of();
    return found.isEmpty()
        ? InfoResult.refused(ProviderNames.ANY, reasons(hints))
        : InfoResult.matched(ProviderNames.ANY, found);
  }

  private static List<Mismatch> reasons(FabricInfo hints) {
    List<FabricInfo> offers = named(everything(hints.domain().memoryRegistrationMode()), hints);
    if (offers.isEmpty()) {
      offers = named(everything(-1L), hints);
    }
    if (offers.isEmpty()) {
      String asked = hints.fabric().providerName();
      return List.of(new Mismatch("provider", asked == null ? "any" : asked, installed()));
    }
    InfoResult compared = InfoResult.of(ProviderNames.ANY, anyProvider(hints), offers);
    return compared.matches()
        ? List.of(
            new Mismatch("hints", "these together", "nothing; " + Errno.strerror(Errno.ENODATA)))
        : compared.reasons();
  }

  private static FabricInfo anyProvider(FabricInfo hints) {
    return hints.toBuilder().provider(null).build();
  }

  /** The offers of the provider that the hints name, layered providers on it included. */
  private static List<FabricInfo> named(List<FabricInfo> offers, FabricInfo hints) {
    String wanted = ProviderNames.toNative(hints.fabric().providerName());
    return wanted == null
        ? offers
        : offers.stream().filter(offer -> layers(offer).contains(wanted)).toList();
  }

  private static Set<String> layers(FabricInfo offer) {
    String name = ProviderNames.toNative(offer.fabric().providerName());
    Set<String> layers = new LinkedHashSet<>(List.of(name.split(";", -1)));
    layers.add(name);
    return layers;
  }

  private static String installed() {
    Set<String> names = new LinkedHashSet<>();
    everything(-1L).forEach(info -> names.add(info.fabric().providerName()));
    return String.join(", ", names);
  }

  /** All that libfabric offers to a program that grants this. */
  private static List<FabricInfo> everything(long registration) {
    return offers(FabricInfo.builder().mode(-1L).memoryRegistrationMode(registration).build());
  }

  private static List<FabricInfo> offers(FabricInfo hints) {
    try (Arena arena = Arena.ofConfined();
        InfoWriter struct = new InfoWriter(hints, 0)) {
      MemorySegment result = arena.allocate(ValueLayout.JAVA_LONG);
      int error = Libfabric.getInfo(struct.address(), result.address());
      long first = result.get(ValueLayout.JAVA_LONG, 0);
      return error != 0 ? List.of() : readAndFree(first);
    }
  }

  private static List<FabricInfo> readAndFree(long first) {
    try {
      List<FabricInfo> infos = new ArrayList<>();
      for (long info = first; info != 0; info = next(info)) {
        readInto(infos, info);
      }
      return infos;
    } finally {
      Libfabric.freeInfo(first);
    }
  }

  private static void readInto(List<FabricInfo> infos, long address) {
    try {
      FabricInfo info = InfoReader.read(address, null);
      if (Support.has(info.endpoint().type())) {
        infos.add(info);
      }
    } catch (IllegalArgumentException e) {
      LOG.log(System.Logger.Level.DEBUG, "an offer of libfabric with an unknown constant", e);
    }
  }

  private static long next(long info) {
    return CMemory.word(info + InfoLayouts.INFO.offset("next"));
  }
}
