/** Checks of arguments and capabilities, the limits of endpoints, and the texts of errors. */
package dev.weft.provider.fabric.check;
