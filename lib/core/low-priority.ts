import fs from 'node:fs';
import os from 'node:os';

/** A tenth of the share of a thread with the usual priority, where processors are scarce. */
const NICE = 10;

/**
 * Lets the other threads of the machine go first, so that work that may take long in this worker thread never keeps the event
 * loop or the database waiting. Linux has priorities of threads; elsewhere nothing changes.
 */
export function lowerThreadPriority(): void {
  try {
    const thread = Number(path(fs.readlinkSync('/proc/thread-self')));
    // The priority of the main thread is that of the process.
    if (Number.isInteger(thread) && thread !== process.pid) lowerPriority(thread, NICE);
  } catch {
    // No /proc.
  }
}

/** Sets the niceness of a process or thread. Nothing changes where it has ended, or without the right to do so. */
export function lowerPriority(id: number, niceness: number): void {
  try {
    os.setPriority(id, niceness);
  } catch {
    // It runs with the usual priority.
  }
}

const path = (link: string): string => link.slice(link.lastIndexOf('/') + 1);
