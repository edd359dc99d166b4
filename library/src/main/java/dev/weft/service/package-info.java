/**
 * The library's own platform threads that do work without end, and what all layers need of the
 * process: a log that is limited, file descriptors, errors of the system. A task that throws is
 * logged, counted and retried, and the thread continues with the other tasks.
 *
 * <pre>
 *   weft-timer     nic/progress/Timer                    alarms of queue pairs
 *   weft-progress  provider/fabric/wait/ProgressThread   endpoints with FI_PROGRESS_AUTO
 *   weft-shm       wire/shm/ShmEventLoop                 connections, doorbells, dead peers
 * </pre>
 */
package dev.weft.service;
