/** libfabric's vocabulary. */
package dev.weft.fabric;
