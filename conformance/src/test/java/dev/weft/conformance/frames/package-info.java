/** A provider whose endpoints exchange frames only, for runs of the kit. */
package dev.weft.conformance.frames;
