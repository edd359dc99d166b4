/** Checks of the attributes with which objects are created, and their translation. */
package dev.weft.provider.verbs.check;
