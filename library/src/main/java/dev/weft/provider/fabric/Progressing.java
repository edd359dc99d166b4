package dev.weft.provider.fabric;

/** Something whose endpoints move on when a thread says so. */
interface Progressing {

  /** Takes what has arrived, without waiting. */
  void progress();
}
