/** Every clause of the specification as a check that runs against any provider. */
module dev.weft.conformance {
  requires java.logging;
  requires java.management;
  requires transitive dev.weft;

  exports dev.weft.conformance;
  exports dev.weft.conformance.check;
  exports dev.weft.conformance.failure;
}
