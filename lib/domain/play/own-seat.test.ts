import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { matchStream } from '@/lib/core/stream';
import { pool } from '@/lib/data/database';
import { actInMatch, fireDueMatches, type MatchRow, readMatch, startMatch } from '@/lib/domain/matches';
import { startBus, stopBus, waitForEvents } from '@/lib/events';
import type { MasqueradeState } from '@/lib/games/testing/masquerade-state';
import type { WerewolfState } from '@/lib/games/werewolf';
import { playerIdOf } from '@/lib/games/werewolf/state';
import { setClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { masqueradeFixture } from '@/lib/testing/masquerade';
import { readOwnSeat, waitForPrivateEvents } from '.';

useDatabase();
useClock();
beforeAll(startBus);
afterAll(stopBus);

test('the version of a seat counts the events that it may read and no secret moves of others', async () => {
  const { match, agents } = await masqueradeFixture();
  const { roles } = match.state as MasqueradeState;
  const [masked, guest] = [roles.indexOf('masked'), roles.indexOf('guest')];
  const versionOf = async (seat: number) =>
    (await readOwnSeat({ matchId: match.id, agentId: agents[seat]?.agentId ?? '' }))?.version ?? -1;
  const [ofGuest, ofMasked] = [await versionOf(guest), await versionOf(masked)];
  await actInMatch({ matchId: match.id, seat: masked, action: { type: 'state' } });
  await actInMatch({ matchId: match.id, seat: masked, action: { type: 'mark', target: guest } });
  expect(await versionOf(guest)).toBe(ofGuest);
  expect(await versionOf(masked)).toBeGreaterThan(ofMasked);
  await actInMatch({ matchId: match.id, seat: guest, action: { type: 'resign' } });
  expect(await versionOf(guest)).toBeGreaterThan(ofGuest);
});

test('a werewolf who dies gets the view of its death, and hears its pack no more', async () => {
  const agents = await Promise.all(Array.from({ length: 8 }, () => agentFixture()));
  const seats = agents.map(({ agentId }) => ({ agentId, experienceAgentId: agentId, displayName: 'Guest' }));
  const { id: matchId } = await startMatch({
    experienceId: newId(),
    gameId: 'werewolf',
    kind: 'lobby',
    rated: false,
    seats: seats.map((seat) => ({ ...seat, kind: 'agent' as const, sessionId: null })),
  });
  const stored = async () => (await readMatch(matchId)) as MatchRow & { state: WerewolfState };
  const endPhase = async () => {
    setClock((await stored()).deadlineAt as Date);
    await fireDueMatches();
  };
  const { roles } = (await stored()).state;
  const [doomed, survivor] = [roles.indexOf('WEREWOLF'), roles.lastIndexOf('WEREWOLF')];
  const agentId = agents[doomed]?.agentId ?? '';
  const own = async () => (await readOwnSeat({ matchId, agentId }))?.version ?? -1;
  const whisper = async (seat: number, text: string) =>
    expect(await actInMatch({ matchId, seat, action: { type: 'wolf_chat', text } })).toMatchObject({ events: [{}] });

  await endPhase();
  for (const word of ['One.', 'Two.', 'Three.', 'Four.']) {
    for (const seat of [doomed, survivor]) await whisper(seat, word);
    await pool().query('DELETE FROM rate_limits');
  }
  while ((await stored()).state.phase !== 'DAY_VOTE') await endPhase();
  const heard = await waitForPrivateEvents({ matchId, agentId, after: '', timeoutMs: 0, signal: AbortSignal.any([]) });
  expect(JSON.stringify(heard)).toContain('Four.');

  const leaving = new AbortController();
  const waiting = waitForPrivateEvents({
    matchId,
    agentId,
    after: heard.at(-1)?.id ?? '',
    timeoutMs: 25_000,
    signal: leaving.signal,
  });
  const voters = (await stored()).state.alive.flatMap((isAlive, seat) => (isAlive ? [seat] : []));
  let alive = -1;
  for (const seat of voters) {
    alive = await own();
    await actInMatch({ matchId, seat, action: { type: 'vote', targetPlayerId: playerIdOf(doomed) } });
  }
  expect((await stored()).state.alive[doomed]).toBe(false);
  expect(await own()).toBeGreaterThan(alive);

  await endPhase();
  const pack = { stream: matchStream(matchId), audiences: ['team:wolves' as const], after: heard.at(-1)?.id ?? '' };
  const said = waitForEvents({ ...pack, timeoutMs: 20_000 });
  await whisper(survivor, 'Alone now.');
  expect(JSON.stringify(await said)).toContain('Alone now.');
  leaving.abort();
  expect(await waiting).toEqual([]);
});
