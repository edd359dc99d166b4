/**
 * The memory regions of a device by key: who may access which bytes, and closing that waits for
 * copies.
 */
package dev.weft.nic.memory;
