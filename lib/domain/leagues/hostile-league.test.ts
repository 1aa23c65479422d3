import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';
import { readHealth, readTranscript, recomputeStandings, startLeague, takeMoveResponse } from '.';
import { flushHealth } from './health';
import { openLeague, playOut, register } from './testing/play-league';
import { type Behaviour, moveResponse, type PushPlayer, startPushPlayer, VISITOR } from './testing/push-player';

// One league with every kind of player that a referee meets. It prints what each of them did, and what it cost whom.

useCatalog();

type Json = Record<string, unknown>;

const opened: PushPlayer[] = [];
afterAll(async () => {
  await Promise.all(opened.splice(0).map((player) => player.close()));
});

const LIMIT_MS = 2_000;

const onMove =
  (answer: (message: Json) => Json | null | undefined | Promise<Json | null | undefined>): Behaviour =>
  (message) =>
    message.message_type === 'MOVE_REQUEST' ? answer(message) : undefined;

/** The players in the order of registration: what they do, and whether they play. */
const KINDS: [string, boolean, (id: string) => Behaviour][] = [
  ['plays well', true, (id) => onMove((message) => moveResponse(message, id, { number: 1 }))],
  [
    'slow at every message',
    true,
    (id) => async (message) => {
      await pause(message.message_type === 'MOVE_REQUEST' ? 500 : 2_500);
      return message.message_type === 'MOVE_REQUEST' ? moveResponse(message, id, { number: 2 }) : undefined;
    },
  ],
  [
    'faulty, then corrects itself',
    true,
    (id) => {
      const seen = new Map<string, number>();
      return onMove((message) => {
        const key = `${message.match_id} ${message.game_round}`;
        seen.set(key, (seen.get(key) ?? 0) + 1);
        return moveResponse(message, id, { number: seen.get(key) === 1 ? 9 : 3 });
      });
    },
  ],
  [
    'floods the referee with moves',
    true,
    (id) =>
      onMove(async (message) => {
        const send = (number: number) =>
          takeMoveResponse(moveResponse(message, id, { number }) as never, { caller: VISITOR });
        await send(4);
        await Promise.allSettled(Array.from({ length: 40 }, (_, n) => send(1 + (n % 3))));
        return { status: 'ok' };
      }),
  ],
  ['answers for others', false, () => onMove((message) => moveResponse(message, 'P01', { number: 5 }))],
  ['takes requests and never answers', false, () => onMove(() => null)],
];

it('lets slow, faulty and flooding players play every match to its end, and only those lose by default that do not play', async () => {
  const creator = await playerFixture();
  const limits = { rounds_to_win: 2, max_rounds: 3, time_limit_seconds: LIMIT_MS / 1_000 };
  const leagueId = await openLeague(creator, limits);
  for (const [index, [, , behaviour]] of KINDS.entries()) {
    const player = await startPushPlayer(behaviour(`P0${index + 1}`));
    opened.push(player);
    await register(leagueId, player.endpoint);
  }
  await register(leagueId, 'http://127.0.0.1:9/mcp');
  const kinds = [...KINDS.map(([words, plays]) => ({ words, plays })), { words: 'nobody is there', plays: false }];
  await startLeague({ agent: creator.caller, leagueId });
  const { schedule, standings } = await playOut(leagueId);
  await flushHealth();
  const health = await readHealth({ agent: creator.caller, leagueId });

  const lines = kinds.map(({ words }, index) => {
    const id = `P0${index + 1}`;
    const row = standings.find(({ player_id }) => player_id === id);
    const own = health.find(({ player_id }) => player_id === id);
    const lost = schedule.filter(({ technical_loss }) => technical_loss?.player_id === id);
    const evidence = lost[0]?.technical_loss?.evidence[0]?.detail ?? '';
    const answered = `${own?.answered ?? 0} of ${own?.sent ?? 0} answered, ${own?.faults ?? 0} faults`;
    return `${id} ${words}: ${row?.wins}-${row?.draws}-${row?.losses}, ${row?.points} points; ${answered}; ${lost.length} lost by default. ${evidence}`;
  });
  process.stdout.write(`${lines.join('\n')}\n`);

  const plays = (id = '') => kinds[Number(id.slice(1)) - 1]?.plays === true;
  for (const { players, reason, winner, technical_loss, match_points, match_id } of schedule.filter(
    ({ status }) => status === 'completed',
  )) {
    const [first = '', second = ''] = players.map(({ player_id }) => player_id);
    if (plays(first) && plays(second)) {
      expect([match_id, reason, technical_loss]).toEqual([match_id, 'rounds', null]);
    } else if (plays(first) || plays(second)) {
      expect([match_id, winner]).toEqual([match_id, plays(first) ? first : second]);
      expect(plays(technical_loss?.player_id)).toBe(false);
      expect(technical_loss?.evidence.length).toBeGreaterThan(0);
    } else if (winner === null) {
      expect(match_points).toEqual({ [first]: 0, [second]: 0 });
    }
  }
  // What is signed as sent is what was on the wire, no more and no less.
  for (const [index, { received }] of opened.entries()) {
    const id = `P0${index + 1}`;
    const own = schedule.filter(
      ({ players }) => players.some(({ player_id }) => player_id === id) && players.length === 2,
    );
    const sent: string[] = [];
    for (const { match_id: matchId } of own) {
      const { transcript } = await readTranscript({ leagueId, matchId });
      for (const one of transcript.exchanges as Json[])
        if (one.player_id === id && one.direction === 'sent') sent.push(`${matchId} ${one.message_type}`);
    }
    expect(sent.sort()).toEqual(received.map(({ match_id, message_type }) => `${match_id} ${message_type}`).sort());
  }
  expect(await recomputeStandings({ leagueId })).toMatchObject({ faults: [] });
}, 120_000);
