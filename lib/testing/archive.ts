import { afterAll } from 'vitest';
import { advanceClock, resetClock } from '@/lib/core/clock';
import { type Env, env } from '@/lib/core/env';
import { makeMonths } from '@/lib/data/months/make-months';
import { removeMonths } from '@/lib/data/months/remove-months';
import { temporaryDirectory } from './server';

const AGE_MS = 100 * 24 * 3_600_000;

/**
 * Gives the tests of a file an archive in a folder of its own.
 * @returns a function that archives and removes what is there now, as it happens to rows of 100 days that are kept for so many
 */
export function useArchive(): (days: Env['RETENTION_DAYS']) => Promise<void> {
  let remove = async () => {};
  afterAll(async () => {
    resetClock();
    Object.assign(env(), { RETENTION_DAYS: {}, ARCHIVE_TO: '' });
    await remove();
  });
  return async (days) => {
    const place = await temporaryDirectory('archive');
    remove = place.remove;
    Object.assign(env(), { ARCHIVE_TO: place.directory, RETENTION_DAYS: days });
    advanceClock(AGE_MS);
    const stopping = new AbortController().signal;
    await makeMonths(stopping);
    await removeMonths(stopping);
    resetClock();
  };
}
