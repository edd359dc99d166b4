/**
 * Attributes and options of the objects that a domain or fabric opens: {@code fi_cq_attr}, {@code
 * fi_cntr_attr}, {@code fi_av_attr}, {@code fi_eq_attr}, {@code fi_mr_attr}, flags of {@code
 * fi_ep_bind(3)}, commands of {@code fi_control(3)} and options of {@code fi_setopt(3)}.
 *
 * <p>Attribute objects are immutable and have builders. The call that opens the object checks them.
 */
package dev.weft.fabric.attributes;
