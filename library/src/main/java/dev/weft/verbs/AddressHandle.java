package dev.weft.verbs;

/** {@code struct ibv_ah}: where datagrams go. */
public interface AddressHandle extends VerbsObject {

  /** {@code pd}. */
  ProtectionDomain protectionDomain();

  /** What it was created with ({@code ibv_query_ah}). */
  AddressHandleAttributes attributes();
}
