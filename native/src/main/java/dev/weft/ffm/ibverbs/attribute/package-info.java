/** The attributes of devices, ports, paths and queue pairs, to and from the structs of C. */
package dev.weft.ffm.ibverbs.attribute;
