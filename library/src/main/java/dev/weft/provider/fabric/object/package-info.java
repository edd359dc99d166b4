/** The base class of all objects: their context, and closing, which open dependents prevent. */
package dev.weft.provider.fabric.object;
