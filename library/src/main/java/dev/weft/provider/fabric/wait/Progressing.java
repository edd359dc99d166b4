package dev.weft.provider.fabric.wait;

/** An object whose endpoints a thread can progress. */
interface Progressing {

  /** Takes the frames that have arrived, without waiting. */
  void progress();
}
