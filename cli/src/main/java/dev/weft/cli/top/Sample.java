package dev.weft.cli.top;

import java.time.Instant;

/** The state of a queue or a link at an instant. */
interface Sample {
  /** When it was so. */
  Instant time();
}
