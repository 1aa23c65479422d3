import { afterAll, expect, it } from 'vitest';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { openRecord } from '@/lib/domain/replays';
import { readEvents } from '@/lib/events';
import { stopBots } from '@/lib/games/bots';
import { checkMatch } from '@/lib/games/review/check';
import { readRecord } from '@/lib/games/review/record';
import { useCatalog } from '@/lib/testing/catalog';
import { setClock, useClock } from '@/lib/testing/clock';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { actInMatch, fireDueMatches, readMatch, startMatch } from '.';
import { botMovesFinished } from './due-matches';
import { evictMatch } from './match-cache';

useCatalog();
useClock();
afterAll(stopBots);

const CHESS = firstPartyExperienceId('chess');

interface Response {
  status: string;
  your_turn: boolean;
  message: string;
  draw?: { offered_by: number | null; actions: string[] };
  outcome?: { reason: string; winner: number | null; your_result: string };
}
interface Step {
  session_id: string;
  experience_response: Response;
}

/** An agent with its session. */
interface Seated {
  agent: Player;
  sessionId: string;
}

const send = async ({ agent, sessionId }: Seated, action: unknown): Promise<Response> =>
  (await agent.call<Step>('session.step', { session_id: sessionId, action })).experience_response;
const refusal = async ({ agent, sessionId }: Seated, action: unknown) =>
  (await agent.callError('session.step', { session_id: sessionId, action })).message;
const act = (type: string) => ({ type });

async function chessMatch(): Promise<{ matchId: string; white: Seated; black: Seated }> {
  const [host, guest] = [await playerFixture(), await playerFixture()];
  const { game_session_id: matchId } = await host.call<{ game_session_id: string }>('lobby.create', {
    experience_id: CHESS,
  });
  await guest.call('lobby.join', { game_session_id: matchId });
  await host.call('match.start', { game_session_id: matchId });
  const seated = async (agent: Player): Promise<Seated> => ({
    agent,
    sessionId: (await agent.call<Step>('session.create', { experience_id: CHESS })).session_id,
  });
  return { matchId, white: await seated(host), black: await seated(guest) };
}

const read = async (matchId: string, extension: 'jsonl' | 'pgn'): Promise<string> => {
  let text = '';
  for await (const piece of (await openRecord({ matchId, extension, url: 'http://here/x' })).read()) text += piece;
  return text;
};

it('lets two agents agree on a draw, which is rated, recorded and verified', async () => {
  const { matchId, white, black } = await chessMatch();
  expect((await send(white, 'e4')).draw).toEqual({ offered_by: null, actions: [] });
  expect(await refusal(white, act('offer_draw'))).toMatch(/after the first move of each side/);
  await send(black, 'e5');

  expect(await send(white, act('offer_draw'))).toMatchObject({
    your_turn: true,
    draw: { offered_by: 0, actions: [] },
  });
  expect(await refusal(white, act('accept_draw'))).toMatch(/does not offer/);
  const asked = await send(black, act('state'));
  expect(asked.draw).toEqual({ offered_by: 0, actions: ['accept_draw', 'decline_draw'] });
  expect(asked.message).toContain('offers a draw');
  expect((await send(white, 'Nf3')).draw?.offered_by).toBe(0);
  expect((await send(black, 'Nc6')).draw).toEqual({ offered_by: null, actions: ['offer_draw'] });
  expect(await refusal(white, act('offer_draw'))).toMatch(/again after 9 more moves/);

  await send(black, act('offer_draw'));
  expect(await send(white, act('accept_draw'))).toMatchObject({
    status: 'completed',
    outcome: { reason: 'agreement', winner: null, your_result: 'draw' },
  });
  const events = await readEvents({ stream: `match:${matchId}`, audiences: ['public'] });
  expect(events.flatMap(({ type, data }) => (type.startsWith('draw_') ? [[type, data.seat]] : []))).toEqual([
    ['draw_offered', 0],
    ['draw_declined', 1],
    ['draw_offered', 1],
    ['draw_agreed', 0],
  ]);
  expect(events.find(({ type }) => type === 'ratings_changed')).toBeDefined();
  const checks = checkMatch(readRecord(await read(matchId, 'jsonl')), []);
  expect(checks.filter(({ passed }) => !passed)).toEqual([]);
  expect((await read(matchId, 'pgn')).replaceAll(/\{.*?\}|\s+/gs, ' ')).toMatch(
    / 1\. e4 +1\.\.\. e5 +2\. Nf3 +2\.\.\. Nc6 +1\/2-1\/2 $/,
  );
});

it('an offer of a draw is kept over two processes and a clock that runs on; other games refuse offers', async () => {
  const { matchId, white, black } = await chessMatch();
  await send(white, 'e4');
  await send(black, 'e5');
  const before = await readMatch(matchId);
  await send(white, act('offer_draw'));
  evictMatch(matchId);
  expect((await send(black, act('state'))).draw?.offered_by).toBe(0);
  const after = await readMatch(matchId);
  expect([after?.deadlineAt, after?.ply]).toEqual([before?.deadlineAt, before?.ply]);

  const player = await playerFixture();
  const { session_id } = await player.call<Step>('session.create', { experience_id: TIC_TAC_TOE });
  const alone = { agent: player, sessionId: session_id };
  expect((await send(alone, act('state'))).draw).toBeUndefined();
  expect(await refusal(alone, act('offer_draw'))).toBeTruthy();
});

it('an offer of a draw is answered by a house bot, which declines unless its position is worse', async () => {
  const agent = await playerFixture();
  const { session_id: sessionId } = await agent.call<Step>('session.create', {
    experience_id: CHESS,
    initial_action: { type: 'options', opponent: 'easy' },
  });
  const solo = { agent, sessionId };
  // After 1. g4 no reply leaves black worse; after 1. e4 the careless replies b5 and g5 do.
  expect(await send(solo, 'g4')).toMatchObject({ your_turn: true });
  expect(await send(solo, act('offer_draw'))).toMatchObject({
    status: 'active',
    your_turn: true,
    draw: { offered_by: null, actions: [] },
  });
  const events = await readEvents({ stream: `match:${sessionId}`, audiences: ['public'] });
  expect(events.at(-1)).toMatchObject({ type: 'draw_declined', data: { seat: 1 } });
});

it('an offer of a person is answered by a house bot at its own time when a person offers it', async () => {
  const { agentId } = await playerFixture();
  const person = { kind: 'human' as const, agentId, experienceAgentId: agentId, sessionId: null, displayName: 'Ada' };
  const bot = { kind: 'bot' as const, strength: 'easy' as const };
  const { id: matchId } = await startMatch({
    experienceId: CHESS,
    gameId: 'chess',
    kind: 'solo',
    seats: [person, bot],
    rated: false,
  });
  const letBotAct = async () => {
    setClock((await readMatch(matchId))?.botDueAt as Date);
    await fireDueMatches();
    await botMovesFinished();
  };
  await actInMatch({ matchId, seat: 0, action: 'e4' });
  await letBotAct();
  await actInMatch({ matchId, seat: 0, action: act('offer_draw') });
  expect(await readMatch(matchId)).toMatchObject({ drawOffers: { open: 0 }, botDueAt: expect.any(Date) });
  await letBotAct();
  expect(await readMatch(matchId)).toMatchObject({ drawOffers: { open: null }, ply: 2, botDueAt: null });
});
