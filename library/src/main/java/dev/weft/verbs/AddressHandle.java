package dev.weft.verbs;

import dev.weft.verbs.attributes.AddressHandleAttributes;

/** {@code struct ibv_ah}: the destination of datagrams. */
public interface AddressHandle extends VerbsObject {

  /** {@code pd}. */
  ProtectionDomain protectionDomain();

  /** The attributes it was created with ({@code ibv_query_ah}). */
  AddressHandleAttributes attributes();
}
