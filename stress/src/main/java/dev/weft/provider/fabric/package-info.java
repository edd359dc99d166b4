/**
 * jcstress on whole endpoints: posting beside closing, sending beside a change of the vector.
 *
 * <pre>
 *   post  -->  Endpoint  <--  close          the reserved room comes back, whoever is first
 *   send  -->  AddressVector  <--  remove    the old peer or none, never another
 * </pre>
 */
package dev.weft.provider.fabric;
