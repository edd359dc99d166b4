/**
 * Completion queues for the JVM, with the semantics of libfabric's {@code fi_cq(3)} and of {@code
 * ibv_create_cq_ex(3)}.
 *
 * <p>Numbers such as CQ-012 or VN-04 in these pages are clauses: requirements of the manual pages,
 * each with a check. The page docs/clauses.md of the project lists them.
 */
@SuppressWarnings("module") // the module that takes the qualified exports is not compiled here
module dev.weft {
  requires jdk.jfr;

  exports dev.weft.rdmacm;
  exports dev.weft.fabric;
  exports dev.weft.fabric.attributes;
  exports dev.weft.fabric.completion;
  exports dev.weft.fabric.info;
  exports dev.weft.fabric.message;
  exports dev.weft.fabric.poll;
  exports dev.weft.futures;
  exports dev.weft.verbs;
  exports dev.weft.verbs.attributes;
  exports dev.weft.verbs.completion;
  exports dev.weft.verbs.work;
  exports dev.weft.argument to
      dev.weft.ffm;
  exports dev.weft.provider.fabric.check to
      dev.weft.ffm;
  exports dev.weft.provider.fabric.object to
      dev.weft.ffm;
  exports dev.weft.provider.fabric.wait to
      dev.weft.ffm;
  exports dev.weft.provider.verbs.check to
      dev.weft.ffm;
  exports dev.weft.provider.verbs.event to
      dev.weft.ffm;
  exports dev.weft.provider.verbs.post to
      dev.weft.ffm;
  exports dev.weft.recording to
      dev.weft.ffm;
  exports dev.weft.service to
      dev.weft.ffm;
  exports dev.weft.wait to
      dev.weft.ffm;
  exports dev.weft.wire.process to
      dev.weft.cli,
      dev.weft.ffm;

  uses dev.weft.fabric.FabricProvider;
  uses dev.weft.verbs.VerbsProvider;
  uses dev.weft.wait.WaitDescriptorProvider;
  uses dev.weft.wire.process.ProcessMemoryProvider;

  provides dev.weft.fabric.FabricProvider with
      dev.weft.provider.fabric.LoopbackFabricProvider,
      dev.weft.provider.fabric.ShmFabricProvider;
  provides dev.weft.verbs.VerbsProvider with
      dev.weft.provider.verbs.LoopbackVerbsProvider,
      dev.weft.provider.verbs.ShmVerbsProvider;
}
