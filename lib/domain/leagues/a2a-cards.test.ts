import { afterAll, describe, expect, it } from 'vitest';
import { callAgent } from '@/lib/gateway';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { playerFixture } from '@/lib/testing/play';
import { startLeague } from '.';
import { challengeEndpoint } from './endpoint-challenge';
import { type A2aPlayer, startA2aPlayer } from './testing/a2a-player';
import { always, openLeague, playOut, register } from './testing/play-league';
import { moveResponse, type PushPlayer, startPushPlayer } from './testing/push-player';

// Agents of A2A whose cards fail for a moment.

useCatalog();
useClock();

type Json = Record<string, unknown>;
const opened: (A2aPlayer | PushPlayer)[] = [];
afterAll(() => Promise.all(opened.map((player) => player.close())));

async function agent(): Promise<A2aPlayer> {
  const player = await startA2aPlayer(({ message }) => {
    const request = message as Json;
    return request.message_type === 'MOVE_REQUEST' ? moveResponse(request, 'P01', { number: 1 }) : { status: 'ok' };
  });
  opened.push(player);
  return player;
}

const typesOf = ({ received }: A2aPlayer) => received.map(({ message }) => (message as Json).message_type);

describe('an agent of A2A', () => {
  it.each([
    ['answers HTTP 503', { status: 503, delayMs: 0 }],
    ['is slow', { status: 200, delayMs: 6_000 }],
  ])(
    'plays its match when its card, which was read before, %s',
    async (_what, failure) => {
      const player = await agent();
      const opponent = await startPushPlayer(always('P02', 2));
      opened.push(opponent);
      const creator = await playerFixture();
      const leagueId = await openLeague(creator, { time_limit_seconds: 20 });
      for (const endpoint of [player.cardUrl, opponent.endpoint])
        expect(await register(leagueId, endpoint)).toMatchObject({ status: 'ACCEPTED' });
      await callAgent(player.cardUrl, { data: { message: {} }, timeoutMs: 1_000 });
      player.received.length = 0;
      Object.assign(player.cardAnswers, failure);
      advanceClock(6 * 60_000);
      await startLeague({ agent: creator.caller, leagueId });
      const details = await playOut(leagueId);
      expect(details.schedule[0]).toMatchObject({ status: 'completed', reason: 'rounds' });
      expect(typesOf(player)).toContain('GAME_START');
      expect(details.standings[0]).toMatchObject({ wins: 1, played: 1 });
    },
    30_000,
  );

  it('whose card was never read and answers an error has been reached', async () => {
    const player = await agent();
    player.cardAnswers.status = 429;
    expect(await callAgent(player.cardUrl, { data: { message: {} }, timeoutMs: 5_000 })).toMatchObject({
      kind: 'fault',
      fault: 'invalid_answer',
      detail: 'The card was answered with HTTP 429.',
    });
  });

  it('whose card was never read and is slow takes no longer than the call may', async () => {
    const player = await agent();
    player.cardAnswers.delayMs = 3_000;
    const before = performance.now();
    expect(await callAgent(player.cardUrl, { data: { message: {} }, timeoutMs: 300 })).toMatchObject({
      kind: 'fault',
      fault: 'timeout',
      isReached: true,
    });
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(), 100);
    await callAgent(player.cardUrl, { data: { message: {} }, timeoutMs: 5_000, signal: leaving.signal });
    expect(performance.now() - before).toBeLessThan(2_500);
  });

  it('does not register again by a card that cannot be read', async () => {
    const player = await agent();
    await callAgent(player.cardUrl, { data: { message: {} }, timeoutMs: 1_000 });
    player.cardAnswers.status = 503;
    advanceClock(6 * 60_000);
    expect(await challengeEndpoint(player.cardUrl, 'agent')).toEqual({
      fault: 'endpoint: The card was answered with HTTP 503.',
    });
  });
});
