/**
 * jcstress tests of whole endpoints and selectors: posting during a close, sending during a change
 * of the address vector.
 *
 * <pre>
 *   post  -->  Endpoint  <--  close          the reservation is returned in either order
 *   send  -->  AddressVector  <--  remove    the old peer or none, never another
 * </pre>
 */
package dev.weft.provider.fabric;
