/** Memory of other processes of this host, through {@code process_vm_readv(2)}. */
package dev.weft.ffm.process;
