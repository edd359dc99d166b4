/** Completion queues for the JVM, with the semantics of libfabric's {@code fi_cq(3)}. */
module dev.weft {
  exports dev.weft.fabric;

  uses dev.weft.fabric.FabricProvider;
}
