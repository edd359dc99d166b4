/**
 * The threads of the library itself: a task that throws is reported, counted and tried again, and
 * the thread goes on with all others.
 *
 * <pre>
 *   weft-timer     software/transport/Timer          alarms of queue pairs
 *   weft-progress  software/fabric/ProgressThread    endpoints of a domain with FI_PROGRESS_AUTO
 *   weft-shm       wire/shm/Switchboard              calls, doorbells and deaths of other processes
 * </pre>
 */
package dev.weft.service;
