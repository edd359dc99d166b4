/**
 * {@code fi_getinfo(3)}: what a provider offers, and the hints by which a program asks for it.
 *
 * <pre>{@code
 * FabricInfo (fi_info)              capabilities, mode bits, address format
 *   |-- FabricAttributes            names and versions of fabric and provider
 *   |-- DomainAttributes            threading, progress, memory registration, limits
 *   |-- EndpointAttributes          type, protocol, sizes
 *   |-- TransmitAttributes          order, operation flags, size
 *   '-- ReceiveAttributes           order, operation flags, size
 *
 * InfoResult                        an info that matches, or a Mismatch for each reason against it
 * }</pre>
 */
package dev.weft.fabric.info;
