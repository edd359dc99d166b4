package dev.weft.provider.verbs.post;

import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.packet.Destination;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.ProtectionDomain;

/** The protection domain of a queue pair, as its posts use it. */
public interface PostingDomain extends ProtectionDomain {

  /** The number that its keys have. */
  int number();

  /** Whether objects of that domain may be used with objects of this one (VX-13). */
  boolean isSame(ProtectionDomain other);

  /** The keys of all regions and windows of the device. */
  ProtectionTable protection();

  /** The destination of a handle; null if it is of another domain or destroyed. */
  Destination destination(AddressHandle handle);
}
