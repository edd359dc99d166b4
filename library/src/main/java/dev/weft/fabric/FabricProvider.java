package dev.weft.fabric;

/**
 * What carries the words of this package out; found by {@link java.util.ServiceLoader}.
 *
 * <p>Any thread may call.
 */
public interface FabricProvider {

  /** {@code prov_name}: a short name, such as {@code loopback}. */
  String name();

  /**
   * {@code fi_getinfo(3)} of this provider.
   *
   * @param hints what is asked; zero, UNSPEC and null mean anything
   * @return what can be opened, or why nothing matches
   */
  InfoResult getInfo(FabricInfo hints);

  /**
   * {@code fi_fabric(3)}.
   *
   * @param info one of those that {@link #getInfo} answered
   * @param context what {@link FabricObject} gives back; may be null
   * @throws FabricException if the fabric cannot be opened
   */
  Fabric open(FabricInfo info, Object context);
}
