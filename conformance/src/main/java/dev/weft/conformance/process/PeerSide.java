package dev.weft.conformance.process;

import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricInfo;
import dev.weft.fabric.FabricObject;
import dev.weft.verbs.VerbsContext;

/** What there is in the peer process before anything was opened: object number 0. */
public interface PeerSide extends FabricObject {

  /** {@code Fabrics.open} over there. All that is opened from it lives in the peer process. */
  Fabric open(FabricInfo info);

  /** {@code Device.open} over there: the device of this name on the fabric of this name. */
  VerbsContext openDevice(String name, String fabric);
}
