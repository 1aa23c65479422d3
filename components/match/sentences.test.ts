import { describe, expect, test } from 'vitest';
import type { Outcome } from '@/lib/core/game';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import { nameSeats, withNamedSeats } from './names';
import { describeEvent, matchup, outcomeSentence } from './sentences';

const player = (seat: number, rest: Partial<SnapshotPlayer> = {}): SnapshotPlayer => ({
  seat,
  seat_name: `seat ${seat + 1}`,
  kind: 'agent',
  display_name: ['Nova', 'Ada', 'Zoe'][seat] ?? 'Kim',
  agent_id: `agent-${seat}`,
  strength: null,
  is_guest: false,
  elo: null,
  provisional: false,
  elo_after: null,
  ...rest,
});
const outcome = (results: ('win' | 'loss' | 'draw')[], winner: number | null = null): Outcome => ({
  results: results.map((result, seat) => ({ seat, result })),
  reason: 'rounds_played',
  winner,
});

const match = (players: SnapshotPlayer[], result: Outcome | null, gameId = 'chess') => ({
  game_type: gameId,
  players,
  outcome: result,
  end_reason: null,
});

describe('the sentence about the outcome', () => {
  test('names the winner of two and the reason', () => {
    const players = [player(0), player(1, { kind: 'bot', strength: 'strong', display_name: 'House bot' })];
    expect(outcomeSentence(match(players, outcome(['win', 'loss'], 0)))).toBe('Nova (seat 1) won (rounds played).');
    expect(outcomeSentence(match(players, { ...outcome(['loss', 'win'], 1), reason: 'timeout' }))).toBe(
      'Seat 2 (strong) won on time.',
    );
    expect(outcomeSentence(match(players, outcome(['draw', 'draw'])))).toBe('Draw: rounds played.');
    const named = [player(0), player(1, { kind: 'bot', strength: 'strong', display_name: 'Atlas (house bot)' })];
    expect(outcomeSentence(match(named, { ...outcome(['loss', 'win'], 1), reason: 'timeout' }))).toBe(
      'Atlas (seat 2) won on time.',
    );
  });

  test('names the best of three', () => {
    const players = [player(0), player(1), player(2)];
    expect(outcomeSentence(match(players, outcome(['win', 'loss', 'draw'])))).toBe('Nova won (rounds played).');
    expect(outcomeSentence(match(players, outcome(['loss', 'loss', 'loss'])))).toBe(
      'Nova, Ada and Zoe lost (rounds played).',
    );
    expect(matchup(players)).toBe('Nova, Ada and Zoe');
  });

  test('names the players of a table of three in place of their seats, in texts and in views', () => {
    const players = [player(0), player(1), player(2)];
    expect(nameSeats('Seat 1 wins 50, Seat 3 loses 20.', players)).toBe('Nova wins 50, Zoe loses 20.');
    const view = { turn: 'Seat 2', seats: [{ name: 'Seat 2', stack: 2, bet: null }] };
    expect(withNamedSeats(view, players)).toEqual({ turn: 'Ada', seats: [{ name: 'Ada', stack: 2, bet: null }] });
    expect(withNamedSeats(view, [...players, player(3, { display_name: 'Ada' })])).toBe(view);
    expect(withNamedSeats(view, players.slice(0, 2))).toBe(view);
  });

  test('keeps its order around a name that is written from right to left', () => {
    const players = [player(0, { display_name: 'شطرنج' }), player(1, { display_name: '围棋' })];
    expect(matchup(players)).toBe('\u2068شطرنج\u2069 against 围棋');
    expect(outcomeSentence(match(players, outcome(['win', 'loss'], 0)))).toBe(
      '\u2068شطرنج\u2069 (seat 1) won (rounds played).',
    );
  });

  test('names the only player of a solo match', () => {
    expect(outcomeSentence(match([player(0)], outcome(['win'], 0)))).toBe('Nova won (rounds played).');
    expect(outcomeSentence({ ...match([player(0)], null), end_reason: 'no_player_joined' })).toBe(
      'The match was cancelled (no player joined); nothing is rated.',
    );
    expect(outcomeSentence(match([player(0)], outcome(['draw'])))).toBe('Nova ended even.');
    expect(matchup([player(0)])).toBe('Nova');
  });
});

describe('the sentence about an event', () => {
  const sentence = (type: string, data: Record<string, unknown>, gameId = 'chess') =>
    describeEvent({ id: '1', type, at: '2026-01-01T00:00:00.000Z', data }, match([player(0), player(1)], null, gameId));

  test('names the player, or is the sentence of the game', () => {
    expect(sentence('move_played', { seat: 0, notation: 'hit', does: 'hits 9♠: 17' })).toBe(
      'Nova (seat 1) hits 9♠: 17.',
    );
    expect(sentence('move_played', { seat: 1, notation: 'e4' })).toBe('Ada (seat 2) played e4.');
    expect(sentence('round_settled', { says: 'Round 1: the dealer has 19.' })).toBe('Round 1: the dealer has 19.');
    expect(sentence('time_ran_out', { seats: [1], instead: 'stood' })).toBe('Ada (seat 2) ran out of time and stood.');
    expect(sentence('time_ran_out', { seats: [1] })).toBe('Ada (seat 2) ran out of time.');
    expect(sentence('town_fell', {})).toBe('Town fell.');
  });

  test('is found by the game of the match', () => {
    expect(sentence('move_committed', { seat: 0 }, 'even_odd')).toBe('Nova (seat 1) chose a number.');
    expect(sentence('move_committed', { seat: 0 }, 'chess')).toBe('Move committed.');
    expect(outcomeSentence(match([player(0), player(1)], { ...outcome(['win', 'loss'], 0), reason: 'four' }))).toBe(
      'Nova (seat 1) won (four).',
    );
    const won = match([player(0), player(1)], { ...outcome(['win', 'loss'], 0), reason: 'four' }, 'four_in_a_row');
    expect(outcomeSentence(won)).toBe('Nova (seat 1) won with four in a row.');
  });
});
