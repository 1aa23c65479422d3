import { expect, it } from 'vitest';
import type { StreamEvent } from '@/lib/core/stream';
import type { Exchange, ExchangeRow } from './exchanges.repo';
import { conversationOf } from './protocol.schema';
import type { RefereeContext } from './referee-context';
import { findTechnicalLoss } from './technical-loss';
import { moveResponse } from './testing/push-player';

const fixture = { matchId: 'R1M1', roundId: 1, conversationId: '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e01' };
const context = {
  fixture,
  league: { leagueId: 'league_x', gameType: 'even_odd' },
  ids: ['P01', 'P02'],
  envelopes: new Map(),
} as unknown as RefereeContext;
const request = {
  league_id: 'league_x',
  round_id: 1,
  match_id: 'R1M1',
  conversation_id: conversationOf(fixture, 'P02'),
  game_round: 2,
};
const AT = new Date('2026-11-23T10:00:00Z');
const END = { winner: 'P01', reason: 'default' };

const exchange = (answer: unknown, changes: Partial<Exchange> = {}): ExchangeRow => {
  const entry: Exchange = {
    player_id: 'P02',
    direction: 'sent',
    message_type: 'MOVE_REQUEST',
    game_round: 2,
    at: AT.toISOString(),
    answered_at: AT.toISOString(),
    fault: 'invalid_answer',
    message: request,
    answer,
    ...changes,
  };
  return { id: '1', fixtureId: 'f', json: JSON.stringify(entry) };
};
const answered = (changes: Record<string, unknown>) => ({
  result: moveResponse(request, 'P02', { number: 3 }, changes),
});

it.each([
  ['another sender', answered({ sender: 'player:P01' }), 'sender is not "player:P02"'],
  ['another round', answered({ game_round: 9 }), 'game_round is 9, and 2 is played'],
  ['a missing field', answered({ timestamp: undefined }), 'Missing required field: timestamp'],
  [
    'a number out of range',
    answered({ move: { number: 9 } }),
    'Invalid move: number must be an integer from 1 to 5, not 9',
  ],
  ['another message', answered({ message_type: 'GAME_START' }), 'message_type is not "MOVE_RESPONSE"'],
  ['no message', { result: { number: 4 } }, 'contains no message of league.v1'],
  ['an error', { error: { code: -32603 } }, 'is a JSON-RPC error'],
  ['a fault of the connection', { detail: 'The player refused the connection.' }, 'refused the connection'],
])('says why %s did not count', (_what, answer, words) => {
  const loss = findTechnicalLoss(context, END, { exchanges: [exchange(answer)], history: [] });
  expect(loss).toMatchObject({ player_id: 'P02', fault: 'invalid_answer', evidence: [{ game_round: 2 }] });
  expect(loss?.evidence[0]?.detail).toContain(words);
});

it('shows the beginning of what the player sent', () => {
  const exchanges = [exchange({ result: { text: 'x'.repeat(500) } })];
  const [evidence] = findTechnicalLoss(context, END, { exchanges, history: [] })?.evidence ?? [];
  expect(evidence?.answer).toMatch(/^\{"text":"x{200,291}$/);
});

it('cuts what the player sent between characters, so that it can be stored', () => {
  for (const text of ['x🟥', 'xx🟥']) {
    const exchanges = [exchange({ result: { text: text.repeat(200) } })];
    const [evidence] = findTechnicalLoss(context, END, { exchanges, history: [] })?.evidence ?? [];
    expect(evidence?.answer).not.toMatch(/\p{Surrogate}/u);
    expect(evidence?.answer?.length).toBeGreaterThanOrEqual(299);
  }
});

it('names the rounds that a player without an endpoint has missed', () => {
  const resolved = (round: number, moves: (number | null)[]) =>
    ({ type: 'round_resolved', at: AT, data: { round, moves } }) as unknown as StreamEvent;
  const history = [resolved(1, [2, 4]), resolved(2, [2, null]), resolved(3, [1, null])];
  expect(findTechnicalLoss(context, END, { exchanges: [], history })).toMatchObject({
    fault: 'timeout',
    evidence: [{ game_round: 2 }, { game_round: 3, detail: 'No move came before the time was over.' }],
  });
});

it('finds none in a draw and in a match that was played', () => {
  for (const end of [
    { winner: null, reason: 'default' },
    { winner: 'P01', reason: 'rounds' },
  ])
    expect(findTechnicalLoss(context, end, { exchanges: [exchange({ result: 1 })], history: [] })).toBeNull();
});
