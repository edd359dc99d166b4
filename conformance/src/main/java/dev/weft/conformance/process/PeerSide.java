package dev.weft.conformance.process;

import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.verbs.VerbsContext;

/** The root object of the peer process, number 0. */
public interface PeerSide extends FabricObject {

  /** {@code Fabrics.open} in the peer process. All that is opened from it lives there. */
  Fabric open(FabricInfo info);

  /**
   * The source address that the provider gives this process for the same fabric and domain, or
   * null. The address in an offer may be that of one process.
   */
  byte[] sourceAddress(FabricInfo offer);

  /**
   * {@code Device.open} in the peer process, of the device of this name on the fabric of this name.
   */
  VerbsContext openDevice(String name, String fabric);
}
