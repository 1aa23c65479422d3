import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Bed, fakeTime } from './bed';
import type { App } from './services';

/** What may go wrong, and what must hold then. */
export interface Fault {
  name: string;
  /** Part of the short version, which `npm test` runs. */
  isShort?: boolean;
  /** Why it cannot be tried here; null when it can. */
  whyNot?(bed: Bed): string | null;
  /**
   * Makes it happen and mends it. What it returns says from when on the goals count: the time at which all parts that matches
   * need were there again.
   */
  run(bed: Bed): Promise<{ mendedAtMs: number }>;
  /** The longest time without a move of a pair afterwards, in ms; null where none is asked. */
  advanceWithinMs: number | null;
  /** The longest time until the sockets of spectators are back, in ms; null where none is asked. */
  socketsWithinMs: number | null;
  /** Whether a call may fail twice in a row. */
  mayFailTwice: boolean;
}

const ADVANCE_MS = 3_000;
const SOCKETS_MS = 5_000;
const KILLED = { advanceWithinMs: ADVANCE_MS, socketsWithinMs: SOCKETS_MS, mayFailTwice: true };
const UNBOUNDED = { advanceWithinMs: null, socketsWithinMs: null, mayFailTwice: true };
const mended = () => ({ mendedAtMs: Date.now() });

const appOf = ({ apps }: Bed, index = 0): App => apps[index] as App;

/** Kills a part, leaves it away for a while, and starts it again. */
const away = (part: 'pooler' | 'redis' | 'replica' | 'primary', awayMs: number) => async (bed: Bed) => {
  await bed[part].kill();
  await pause(awayMs);
  await bed[part].start();
  return mended();
};

/** Cuts the first process off from a part. */
const cutOff = (part: 'primary' | 'redis' | 'proxy', awayMs: number) => async (bed: Bed) => {
  const from = part === 'primary' ? [bed.primary, bed.pooler] : [bed[part]];
  const joins = from.map(({ host }) => bed.network.cut(appOf(bed).host, host));
  await pause(awayMs);
  for (const join of joins) join();
  return mended();
};

async function stopped(bed: Bed, awayMs: number) {
  appOf(bed).signal('SIGSTOP');
  await pause(awayMs);
  appOf(bed).signal('SIGCONT');
  return mended();
}

/** Fills the disk of the primary, which then stops by itself, and makes room again. */
async function fillDisk(bed: Bed) {
  const file = path.join(bed.primary.disk ?? '', 'filler');
  const handle = await fs.open(file, 'w');
  const block = Buffer.alloc(1 << 20);
  try {
    for (;;) await handle.write(block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await handle.close();
  }
  await pause(8_000);
  await fs.rm(file);
  await bed.primary.kill();
  await bed.primary.start();
  return mended();
}

/** Restarts the processes one after the other, as an upgrade does. */
async function restartAll(bed: Bed) {
  const { mendedAtMs } = mended();
  for (const app of bed.apps) {
    await app.end();
    await app.start();
  }
  return { mendedAtMs };
}

/** Gives two hosts clocks that are five minutes apart from the third one's, one before and one after it. */
async function wrongClocks(bed: Bed) {
  const change = async (index: number, env: Record<string, string | undefined>) => {
    const app = appOf(bed, index);
    await app.end();
    for (const [name, value] of Object.entries(env)) {
      if (value === undefined) delete app.env[name];
      else app.env[name] = value;
    }
    await app.start();
  };
  const wrong = (offset: string) => ({ LD_PRELOAD: fakeTime() ?? '', FAKETIME: offset, DONT_FAKE_MONOTONIC: '1' });
  await change(0, wrong('+300s'));
  await change(1, wrong('-300s'));
  await pause(15_000);
  for (const index of [0, 1])
    await change(index, { LD_PRELOAD: undefined, FAKETIME: undefined, DONT_FAKE_MONOTONIC: undefined });
  return mended();
}

/** Every fault, in the order in which they are tried. */
export const FAULTS: readonly Fault[] = [
  {
    ...KILLED,
    name: 'kill -9 of a process of the product',
    isShort: true,
    run: async (bed) => {
      await appOf(bed).kill();
      const { mendedAtMs } = mended();
      await pause(4_000);
      await appOf(bed).start();
      return { mendedAtMs };
    },
  },
  { ...KILLED, name: 'kill -9 of PgBouncer', isShort: true, run: away('pooler', 1_000) },
  { ...KILLED, name: 'kill -9 of Redis', isShort: true, run: away('redis', 2_000) },
  { ...KILLED, name: 'kill -9 of the replica', isShort: true, run: away('replica', 2_000) },
  { ...KILLED, name: 'kill -9 of the primary, with a restart', isShort: true, run: away('primary', 1_000) },
  {
    ...UNBOUNDED,
    name: 'rolling restart of all processes',
    mayFailTwice: false,
    advanceWithinMs: ADVANCE_MS,
    socketsWithinMs: SOCKETS_MS,
    run: restartAll,
  },
  ...([2, 60] as const).flatMap((seconds) =>
    (['primary', 'redis', 'proxy'] as const).map(
      (part): Fault => ({
        ...UNBOUNDED,
        name: `a process cut off from ${part === 'primary' ? 'PostgreSQL' : part === 'redis' ? 'Redis' : 'nginx'} for ${seconds} s`,
        advanceWithinMs: ADVANCE_MS,
        run: cutOff(part, seconds * 1_000),
      }),
    ),
  ),
  {
    ...UNBOUNDED,
    name: 'a process with 200 ms and 5 % loss for 20 s',
    whyNot: (bed) => {
      try {
        bed.network.slow(appOf(bed).host, { delayMs: 1, lossPercent: 0 })();
        return null;
      } catch {
        return 'the kernel has no sch_netem';
      }
    },
    advanceWithinMs: ADVANCE_MS,
    run: async (bed) => {
      const end = bed.network.slow(appOf(bed).host, { delayMs: 200, lossPercent: 5 });
      await pause(20_000);
      end();
      return mended();
    },
  },
  {
    ...UNBOUNDED,
    name: 'a process stopped for 60 s (SIGSTOP)',
    advanceWithinMs: ADVANCE_MS,
    run: (bed) => stopped(bed, 60_000),
  },
  {
    ...UNBOUNDED,
    name: "PostgreSQL's disk full",
    whyNot: ({ primary }) => (primary.disk === null ? 'mounting a disk of a fixed size is not allowed' : null),
    advanceWithinMs: ADVANCE_MS,
    run: fillDisk,
  },
  {
    ...UNBOUNDED,
    name: 'clocks five minutes apart',
    whyNot: () => (fakeTime() === null ? "Debian's libfaketime is not installed" : null),
    run: wrongClocks,
  },
];
