/** The device below a context: its network and ports, limits, quotas and clock. */
package dev.weft.provider.verbs.device;
