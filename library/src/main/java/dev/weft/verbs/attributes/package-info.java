/**
 * Attributes of devices, ports and objects: {@code ibv_device_attr}, {@code ibv_port_attr}, {@code
 * ibv_qp_attr}, {@code ibv_qp_init_attr_ex}, {@code ibv_cq_init_attr_ex} and the enumerations in
 * them.
 */
package dev.weft.verbs.attributes;
