package dev.weft.fabric;

/**
 * One reason why a provider cannot do what was asked.
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
