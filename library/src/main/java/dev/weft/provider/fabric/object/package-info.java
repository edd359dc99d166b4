/**
 * The base class of all objects: their context, and closing, which open dependents prevent. Events
 * of event queues.
 */
package dev.weft.provider.fabric.object;
