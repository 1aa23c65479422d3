import { beforeAll, expect, it } from 'vitest';
import { runCleanups } from '@/lib/core/cleanup';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { firstPartyExperienceId, seedFirstParty } from '@/lib/domain/catalog';
import { startMatch } from '@/lib/domain/matches';
import { setClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { guessWolves, readCrowdGuesses } from '.';

useDatabase();
useClock();
beforeAll(async () => void (await seedFirstParty()));

/** A match of house bots, at a phase of a day, with these players out. */
async function matchAt(phase: string, day: number, out: readonly number[] = []): Promise<string> {
  const seats = Array.from({ length: 8 }, () => ({ kind: 'bot' as const, strength: 'easy' as const }));
  const experienceId = firstPartyExperienceId('werewolf');
  const { id } = await startMatch({ experienceId, gameId: 'werewolf', kind: 'lobby', seats, rated: false });
  await goTo(id, phase, day, out);
  return id;
}

async function goTo(id: string, phase: string, dayNumber: number, out: readonly number[] = []): Promise<void> {
  const alive = Array.from({ length: 8 }, (_, seat) => !out.includes(seat));
  await pool().query(
    `UPDATE match_positions SET state = (state::jsonb || $2::jsonb)::json, version = version + 1 WHERE match_id = $1`,
    [id, JSON.stringify({ phase, dayNumber, alive })],
  );
}

const guess = (matchId: string, day: number, seats: number[], spectatorId: string = newId(), address = '192.0.2.1') =>
  guessWolves({ matchId, day, seats, spectatorId, address });

it('counts one guess of a spectator a day, the last one, and tells the counts only after the vote', async () => {
  const id = await matchAt('DAY_DISCUSSION', 1);
  const nova = newId();
  await guess(id, 1, [0, 1], nova);
  await guess(id, 1, [2], nova);
  await guess(id, 1, [2, 5]);
  expect((await readCrowdGuesses(id)).days).toEqual([]);
  await goTo(id, 'DAY_VOTE', 1);
  expect((await readCrowdGuesses(id)).days).toEqual([]);
  await goTo(id, 'DAY_RESOLUTION', 1);
  const first = {
    day: 1,
    spectators: 2,
    seats: [
      { seat: 2, guesses: 2 },
      { seat: 5, guesses: 1 },
    ],
  };
  expect((await readCrowdGuesses(id)).days).toEqual([first]);
  await goTo(id, 'DAY_OPENING', 2);
  await guess(id, 2, [4], nova);
  expect((await readCrowdGuesses(id)).days).toEqual([first]);
});

it('refuses a guess after the vote, of another day, at night, of a player who is out, and of an unknown match', async () => {
  const id = await matchAt('DAY_VOTE', 2, [3]);
  const refused = async (work: Promise<void>, code: string) => expect(work).rejects.toMatchObject({ code });
  await refused(guess(id, 1, [0]), 'INVALID_STATE');
  await refused(guess(id, 3, [0]), 'INVALID_STATE');
  await refused(guess(id, 2, [0, 3]), 'VALIDATION_ERROR');
  for (const phase of ['DAY_RESOLUTION', 'NIGHT', 'LOBBY']) {
    await goTo(id, phase, 2);
    await refused(guess(id, 2, [0]), 'INVALID_STATE');
  }
  await refused(guess(newId(), 1, [0]), 'NOT_FOUND');
  expect((await pool().query('SELECT 1 FROM werewolf_guesses WHERE match_id = $1', [id])).rowCount).toBe(0);
});

it('stores nothing that the database holds impossible, bounds an address, and forgets after ninety days', async () => {
  const id = await matchAt('DAY_OPENING', 1);
  for (const seats of ['{}', '{8}', '{-1}', '{1,1}', '{1,2,3}'])
    await expect(
      pool().query('INSERT INTO werewolf_guesses VALUES ($1, 1, $2, $3, now())', [id, newId(), seats]),
    ).rejects.toThrow(/werewolf_guesses_seats/);
  await guess(id, 1, [0]);
  const address = '198.51.100.7';
  let refusal: unknown = null;
  for (let n = 0; n <= 300 && refusal === null; n++)
    await guess(id, 1, [1], newId(), address).catch((error: unknown) => {
      refusal = error;
    });
  expect(refusal).toMatchObject({ code: 'RATE_LIMITED' });
  setClock(new Date(Date.now() + 91 * 24 * 60 * 60_000));
  await runCleanups(new AbortController().signal);
  expect((await pool().query('SELECT 1 FROM werewolf_guesses WHERE match_id = $1', [id])).rowCount).toBe(0);
}, 60_000);
