import { readFileSync } from 'node:fs';
import pg from 'pg';

/** Processor time of the processes of a PostgreSQL server on this machine, in milliseconds since each began, by process id. */
interface Snapshot {
  /** Backends of the database, and what works for all databases: the writers of the log and of the pages. */
  own: Map<number, number>;
  others: Map<number, number>;
  /** Of all processes that have ended. */
  endedMs: number;
}

/** proc(5): ticks are hundredths of a second on every Linux. */
const TICK_MS = 10;

/** What a file of proc(5) says about a process that runs; null when it has ended. */
const read = (pid: number, file: string): string | null => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
};

/** Nanoseconds on a processor. A process of PostgreSQL has one thread, so those of its first are all. */
const spentMs = (pid: number): number => Number(read(pid, 'schedstat')?.split(' ')[0] ?? 0) / 1e6;

/** Fields of /proc/<pid>/stat from the third on; the second is a name that may contain spaces. */
const statOf = (pid: number): string[] => (read(pid, 'stat') ?? '').replace(/^.*\) /s, '').split(' ');

/** Measures the processor time of one database; the server runs on this machine, and Linux counts it. */
export class PostgresUsage {
  readonly #client: pg.Client;
  #postmaster = 0;

  constructor(url: string) {
    this.#client = new pg.Client({ connectionString: url });
  }

  /** @throws Error where processes cannot be seen */
  async open(): Promise<void> {
    await this.#client.connect();
    const { rows } = await this.#client.query('SELECT pg_backend_pid() AS pid');
    this.#postmaster = Number(statOf(rows[0].pid)[1]);
    if (!this.#postmaster) throw new Error('The processes of PostgreSQL cannot be seen here: /proc is missing.');
  }

  async #take(): Promise<Snapshot> {
    const { rows } = await this.#client.query<{ pid: number; own: boolean }>(
      `SELECT pid, coalesce(datname = current_database(), true) AS own FROM pg_stat_activity WHERE pid <> pg_backend_pid()`,
    );
    const times = (own: boolean) =>
      new Map(rows.filter((row) => row.own === own).map(({ pid }) => [pid, spentMs(pid)]));
    const [waitedUser = 0, waitedSystem = 0] = statOf(this.#postmaster).slice(13, 15).map(Number);
    return { own: times(true), others: times(false), endedMs: (waitedUser + waitedSystem) * TICK_MS };
  }

  /** Runs `work`. @returns the processor time of the database meanwhile, in milliseconds */
  async during(work: () => Promise<unknown>): Promise<number> {
    const before = await this.#take();
    await work();
    const after = await this.#take();
    const began = (pid: number) => before.own.get(pid) ?? before.others.get(pid) ?? 0;
    let ms = after.endedMs - before.endedMs;
    for (const [pid, at] of after.own) ms += at - began(pid);
    for (const [pid, at] of [...before.own, ...before.others])
      if (!after.own.has(pid) && !after.others.has(pid)) ms -= at;
    return Math.max(0, ms);
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
