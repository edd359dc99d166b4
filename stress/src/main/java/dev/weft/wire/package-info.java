/**
 * jcstress tests of the ring of frames between two endpoints.
 *
 * <pre>
 *   writer:  publish, takeAlarm  -->  [ FrameRing ]  -->  reader:  peek, arm
 *            wantRoom, claim     <--  [    head   ]  <--           giveBack, takeWanted
 * </pre>
 */
package dev.weft.wire;
