package dev.weft.fabric.info;

/**
 * A requested attribute that a provider cannot satisfy.
 *
 * @param attribute the attribute, such as {@code endpointType}
 * @param asked the value in the hints
 * @param available what the provider has instead
 */
public record Mismatch(String attribute, String asked, String available) {

  /** {@code endpointType=FI_EP_MSG, available FI_EP_RDM, FI_EP_DGRAM}. */
  @Override
  public String toString() {
    return attribute + "=" + asked + ", available " + available;
  }
}
