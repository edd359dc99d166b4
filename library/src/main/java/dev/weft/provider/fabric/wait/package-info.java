/**
 * Waiting for queues and counters, and progress by other threads than the reader.
 *
 * <pre>
 *   SoftwareCompletionQueue, SoftwareCounter (queue), SoftwareEventQueue (connection)
 *        QueueWait             sread and counter waits: spins (AdaptiveSpin), then sleeps
 *        Selectable            can be a member of
 *          SoftwareWaitSet       fi_wait
 *          SoftwarePollSet       fi_poll, a PollSetMember each
 *          SoftwareSelector      members that change, a SelectorMember each
 *            ActiveMembers         which members a set or selector looks at
 *   ProgressList, ProgressThread  progress of endpoints by readers, or by a thread of the domain
 * </pre>
 */
package dev.weft.provider.fabric.wait;
