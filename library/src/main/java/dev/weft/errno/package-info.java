/** Error numbers of the host, which {@code fabric} and {@code verbs} name and explain. */
package dev.weft.errno;
