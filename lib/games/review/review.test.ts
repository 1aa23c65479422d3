import { describe, expect, it } from 'vitest';
import type { AnyGame, GameEvent } from '@/lib/core/game';
import { Rng, seedCommitment } from '@/lib/core/rng';
import { ALL_GAMES, gameById, registerGame } from '@/lib/games';
import { forfeit } from '@/lib/games/forfeit';
import { isResignation } from '@/lib/games/resign';
import { resimulate } from '@/lib/games/simulate';
import { masquerade } from '@/lib/games/testing/masquerade';
import { playAtRandom } from '@/lib/games/testing/play';
import { type Analysis, analyse, canAnalyse } from './analysis';
import { checkMatch, type ShownPosition } from './check';
import { type MatchRecord, type RecordedEvent, readRecord } from './record';
import { STANDARDS } from './standards';

registerGame(masquerade);
const GAMES: readonly AnyGame[] = [...ALL_GAMES, masquerade];
const SEED = '07'.repeat(32);

/** The record of a match in the form of the runtime: numbered events, with the position in the last event of each step. */
function recordOf(
  gameId: string,
  inputs: MatchRecord['inputs'],
  seats = 2,
  { countsDeadlines = true, options: asked = {} }: { countsDeadlines?: boolean; options?: object } = {},
): MatchRecord {
  const game = gameById(gameId);
  if (!game) throw new Error(gameId);
  const options: unknown = game.options.parse(asked);
  const { steps, outcome } = resimulate({ gameId, seed: SEED, options, seats, inputs });
  const events: MatchRecord['events'] = [];
  const addEvents = (list: readonly GameEvent[], state: unknown, ply: number, withView: boolean) => {
    const last = withView ? list.findLastIndex(({ audience }) => audience === 'public') : -1;
    for (const [index, { audience, type, data }] of list.entries()) {
      const view = game.view(state, { viewer: 'spectator', revealed: type === 'match_ended' });
      const added = index === last ? { ply, view, text: game.describe(view, 'spectator'), clock: null } : {};
      events.push({ id: String(events.length), audience, type, data: { ...data, ...added } });
    }
  };
  let ply = 0;
  for (const [index, { state, events: own, positionChanged }] of steps.entries()) {
    const input = inputs[index - 1];
    const counts = input !== undefined && (countsDeadlines || input.seat !== null) && !isResignation(input.move);
    if (counts && positionChanged && own.some(({ audience }) => audience === 'public')) ply++;
    const around: GameEvent[] = index === 0 ? [{ type: 'match_started', audience: 'public', data: {} }] : [];
    const after: GameEvent[] =
      index === steps.length - 1 && outcome ? [{ type: 'match_ended', audience: 'public', data: { outcome } }] : [];
    addEvents([...around, ...own, ...after], state, ply, positionChanged);
  }
  const json = JSON.parse(JSON.stringify({ options, outcome, inputs, events })) as Pick<
    MatchRecord,
    'options' | 'outcome' | 'inputs' | 'events'
  >;
  return {
    gameId,
    gameVersion: game.version,
    seats,
    commitment: seedCommitment(SEED),
    seed: SEED,
    status: outcome ? 'completed' : 'cancelled',
    ...json,
  };
}

/** Players take turns. */
const turns = (...moves: unknown[]) => moves.map((move, index) => ({ seat: index % 2, move }));
const X_WINS = turns('A1', 'B1', 'A2', 'B2', 'A3');
const words = (record: MatchRecord, positions: ShownPosition[] = []) => checkMatch(record, positions).at(-1)?.words;
const allPass = (record: MatchRecord, positions: ShownPosition[] = []) =>
  checkMatch(record, positions).every(({ passed }) => passed);
const setData = (record: MatchRecord, at: number, data: Record<string, unknown>) =>
  record.events.splice(at, 1, { ...(record.events[at] as RecordedEvent), data });
const boardOf = (record: MatchRecord, at: number) =>
  ((record.events[at] as RecordedEvent).data.view as { board: string[] }).board;
const changed = (record: MatchRecord, change: (copy: MatchRecord) => unknown): MatchRecord => {
  const copy = structuredClone(record);
  change(copy);
  return copy;
};

describe('a record of an earlier release', () => {
  const perpetual = 'e4 e5 f4 Qh4+ Ke2 Qxf4 d4 Qxe4+ Kf2 Qf4+ Ke2 Qe4+ Kf2 Qf4+ Ke2 Qe4+'.split(' ');

  it('passes in which a drawn position of chess says nothing of its check, and no other that does', () => {
    const record = recordOf('chess', turns(...perpetual));
    expect(record.outcome).toMatchObject({ reason: 'threefold' });
    /** The record with another `check` in the last position after a move, or in the one before it. */
    const withCheck = (back: number, check: boolean) =>
      changed(record, ({ events }) => {
        const positions = events.filter(({ data }) => data.view !== undefined);
        Object.assign(positions.at(-back)?.data.view as object, { check });
      });
    const drawn = withCheck(1, false);
    const page = (of: MatchRecord): ShownPosition[] => [of.events.at(-1)?.data as unknown as ShownPosition];
    expect(page(record)).toMatchObject([{ ply: 16, view: { check: true, status: 'draw' } }]);
    expect(
      allPass(
        drawn,
        page(drawn).map(({ ply, view }) => ({ ply, view })),
      ),
    ).toBe(true);
    expect(
      allPass(
        record,
        page(drawn).map(({ ply, view }) => ({ ply, view })),
      ),
    ).toBe(true);
    expect(words(withCheck(2, true))).toContain('check is true, expected false');
    expect(words(withCheck(3, false))).toContain('check is false, expected true');
  });

  it('passes in which a match of even and odd with one round that both missed ended by its rounds', () => {
    const missed = [{ seat: null, move: null }];
    const options = { rounds_to_win: 1, max_rounds: 1, time_limit_seconds: 30 };
    const record = recordOf('even_odd', missed, 2, { options });
    expect(record.outcome).toMatchObject({ winner: null, reason: 'default' });
    expect(allPass(record)).toBe(true);
    expect(allPass(changed(record, ({ outcome }) => Object.assign(outcome ?? {}, { reason: 'rounds' })))).toBe(true);
    expect(words(changed(record, ({ outcome }) => Object.assign(outcome ?? {}, { reason: 'timeout' })))).toContain(
      'the result',
    );
  });
});

describe('checkMatch', () => {
  it.each(GAMES.map((game) => [game.id, game] as const))('passes an unaltered match of %s', (id, game) => {
    const played = playAtRandom(game, SEED, new Rng({ seed: '2a'.repeat(32), drawn: 0 }));
    const inputs = played.steps.map(({ input }) => input);
    const checks = checkMatch(recordOf(id, inputs, played.seats), []);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    expect(checks.length).toBeGreaterThanOrEqual(4);
  });

  it('passes matches that were resigned, timed out or cancelled', () => {
    expect(allPass(recordOf('tic_tac_toe', [...turns('A1', 'B1'), { seat: 0, move: { type: 'resign' } }]))).toBe(true);
    expect(allPass(recordOf('tic_tac_toe', [...turns('A1'), { seat: null, move: null }]))).toBe(true);
    expect(allPass(recordOf('tic_tac_toe', turns('A1', 'B1')))).toBe(true);
  });

  it('passes a match that ended with a draw by agreement, and analyses its moves', () => {
    const offer = { seat: 0, move: { type: 'offer_draw' } };
    const declined = [...turns('e4', 'e5'), offer, ...turns('Nf3', 'Nc6')];
    const agreed = [...declined, { seat: 1, move: { type: 'offer_draw' } }, { seat: 0, move: { type: 'accept_draw' } }];
    const record = recordOf('chess', agreed);
    expect(record).toMatchObject({ status: 'completed', outcome: { reason: 'agreement', winner: null } });
    expect(allPass(record)).toBe(true);
    expect(words(changed(record, ({ inputs }) => inputs.splice(5, 1)))).toMatch(/Input 6 .* does not offer a draw/);
    const steps = analyse(record);
    let next = steps.next();
    while (!next.done) next = steps.next();
    expect(next.value.plies).toHaveLength(5);
  });

  it('passes matches whose moves the clock made, also those stored when only moves of players were counted', () => {
    const timedOut = Array.from({ length: 4 }, () => ({ seat: null, move: null }));
    for (const countsDeadlines of [true, false]) {
      const record = recordOf('blackjack', timedOut, 1, { countsDeadlines });
      const plies = record.events.flatMap(({ data }) => (typeof data.ply === 'number' ? [data.ply] : []));
      expect(new Set(plies).size).toBe(countsDeadlines ? 5 : 1);
      expect(allPass(record)).toBe(true);
    }
  });

  const unaltered = recordOf('tic_tac_toe', X_WINS);

  it('ignores events of the platform, of any type and audience', () => {
    const withPlatformEvents = changed(unaltered, ({ events }) => {
      for (const type of ['ratings_changed', 'rematch_offered', 'league_round_closed', 'view_changed']) {
        for (const audience of ['public', 'omniscient', 'seat:0'])
          events.push({ id: String(events.length), audience, type, data: {} });
      }
    });
    expect(allPass(withPlatformEvents)).toBe(true);
  });

  it('finds a forged event of the game, public or for one seat', () => {
    for (const audience of ['public', 'seat:0']) {
      const forged = { id: '99', audience, type: 'move_played', data: { seat: 0, move: 'C3' } };
      expect(allPass(changed(unaltered, ({ events }) => events.push(forged)))).toBe(false);
    }
  });

  it.each<[string, (copy: MatchRecord) => unknown, RegExp]>([
    ['another seed', (copy) => Object.assign(copy, { seed: '08'.repeat(32) }), /seed does not have the hash/],
    [
      'an input that the rules refuse',
      (copy) => copy.inputs.splice(2, 1, { seat: 0, move: 'A1' }),
      /Input 3 is against the rules: A1 is taken/,
    ],
    [
      'another legal input',
      (copy) => copy.inputs.splice(3, 1, { seat: 1, move: 'C3' }),
      /Public event 4 of the game differs: move is "B2", expected "C3"/,
    ],
    ['a missing input', (copy) => copy.inputs.pop(), /Public event 5 .* expected no further event/],
    [
      'an altered position',
      (copy) => boardOf(copy, 2).splice(1, 1, '.O.'),
      /The position after move 2 differs: board\[1\] is ".O.", expected "..."/,
    ],
    ['a removed event', (copy) => copy.events.splice(3, 1), /Public event 3 of the game differs/],
    ['a removed last event', (copy) => copy.events.splice(5, 1), /The record lacks 1 public event of the game/],
    ['another result', (copy) => Object.assign(copy, { outcome: forfeit([0, 1], [0], 'line') }), /The result differs/],
    ['rules of another version', (copy) => Object.assign(copy, { gameVersion: 9 }), /version 9 .* has version 1/],
    ['an unknown game', (copy) => Object.assign(copy, { gameId: 'go' }), /does not support the game go/],
  ])('finds %s', (_, change, found) => {
    expect(words(changed(unaltered, change))).toMatch(found);
    expect(allPass(changed(unaltered, change))).toBe(false);
  });

  it('compares each drawn position with the same ply of the replay, field by field', () => {
    const view = (board: string[]) => ({ board, turn: 'O' });
    const right = { ply: 1, view: view(['X..', '...', '...']) };
    expect(allPass(unaltered, [right])).toBe(true);
    expect(words(unaltered, [{ ...right, ply: 2 }])).toMatch(
      /another position at move 2: board\[0\] is "X..", expected "XO."/,
    );
    expect(words(unaltered, [{ ply: 1, view: view(['.X.', '...', '...']) }])).toMatch(/another position at move 1/);
    expect(words(unaltered, [{ ...right, ply: 12 }])).toMatch(/no such move/);
  });

  it('finds an altered event for a single seat', () => {
    const game = ALL_GAMES.find(({ id }) => id === 'even_odd');
    if (!game) throw new Error('even_odd is not registered');
    const played = playAtRandom(game, SEED, new Rng({ seed: '2a'.repeat(32), drawn: 0 }));
    const record = recordOf(
      'even_odd',
      played.steps.map(({ input }) => input),
    );
    const secret = record.events.findIndex(({ audience }) => audience !== 'public');
    expect(secret).toBeGreaterThan(-1);
    const touched = changed(record, (copy) => setData(copy, secret, { number: 'none' }));
    expect(words(touched)).toMatch(/Event 1 for .* differs/);
  });
});

describe('readRecord', () => {
  const lines = (...list: object[]) => list.map((line) => `${JSON.stringify(line)}\n`).join('');
  const match = {
    line: 'match',
    format: 'botplay-match',
    format_version: 1,
    game_type: 'chess',
    game_version: 1,
    options: {},
    players: [{}, {}],
    seed_commitment: 'x',
    more: 1,
  };
  const input = { line: 'input', n: 1, seat: 0, move: 'e4', at: '2026-01-01T00:00:00.000Z', spent_ms: 3 };
  const event = { line: 'event', id: '1', audience: 'public', type: 'move_played', at: '', data: { move: 'e4' } };
  const end = { line: 'end', status: 'cancelled', outcome: null, end_reason: 'x', seed: SEED, inputs: 1, events: 1 };

  it('reads a finished match', () => {
    expect(readRecord(lines(match, input, event, end))).toEqual({
      gameId: 'chess',
      gameVersion: 1,
      options: {},
      seats: 2,
      commitment: 'x',
      seed: SEED,
      status: 'cancelled',
      outcome: null,
      inputs: [{ seat: 0, move: 'e4' }],
      events: [{ id: '1', audience: 'public', type: 'move_played', data: { move: 'e4' } }],
    });
  });

  it.each([
    ['', /does not begin/],
    [lines(match, input, event), /cut off/],
    [lines(match, event, end), /missing/],
    [lines(match, { ...input, n: 2 }, event, end), /out of order/],
    [lines(match, input, event, { ...end, status: 'active', seed: null }), /still being played/],
    [lines({ ...match, format_version: 2 }, end), /Line 1/],
    [`${lines(match)}{"line":`, /Line 2 of the record is not valid JSON/],
  ])('refuses %j', (text, reason) => {
    expect(() => readRecord(text)).toThrow(reason);
  });
});

function analysed(record: MatchRecord): { analysis: Analysis; progress: number[] } {
  const work = analyse(record);
  const progress: number[] = [];
  for (;;) {
    const next = work.next();
    if (next.done) return { analysis: next.value, progress };
    progress.push(next.value.done / next.value.of);
  }
}

describe('analyse', () => {
  it('has a standard for exactly the games with a judge', () => {
    const withJudge = ALL_GAMES.filter((game) => game.judge);
    expect(
      Object.keys(STANDARDS)
        .filter((id) => ALL_GAMES.some((game) => game.id === id))
        .sort(),
    ).toEqual(withJudge.map(({ id }) => id).sort());
    for (const { minLoss } of Object.values(STANDARDS)) {
      expect(minLoss.slip).toBeLessThan(minLoss.mistake);
      expect(minLoss.mistake).toBeLessThan(minLoss.blunder);
    }
    expect(ALL_GAMES.filter(canAnalyse)).toEqual(withJudge);
  });

  it('finds the losing move in tic-tac-toe and the move that would have drawn', () => {
    const { analysis, progress } = analysed(recordOf('tic_tac_toe', X_WINS));
    expect(progress).toEqual([1, 2, 3, 4, 5, 6].map((done) => done / 6));
    expect(analysis.exact).toBe(true);
    expect(analysis.plies.map(({ advantage }) => advantage)).toEqual([0, 0, 1, 1, 1, 1]);
    expect(analysis.plies.map(({ move }) => move?.grade ?? null)).toEqual([null, null, 'blunder', null, null, null]);
    expect(analysis.plies[2]?.move).toMatchObject({
      seat: 1,
      notation: 'O B1',
      better: { notation: 'O B2', words: 'drawn with best play' },
    });
    expect(analysis.decisivePly).toBe(2);
    expect(analysis.players).toEqual([
      { seat: 0, analysedMoves: 3, faultless: 3, slips: 0, mistakes: 0, blunders: 0, accuracy: 100 },
      { seat: 1, analysedMoves: 2, faultless: 1, slips: 0, mistakes: 0, blunders: 1, accuracy: expect.any(Number) },
    ]);
    expect(analysis.players[1]?.accuracy).toBeLessThan(70);
  });

  it('grades a move that allows mate in chess as a blunder', () => {
    const { analysis } = analysed(recordOf('chess', turns('f2f3', 'e7e5', 'g2g4', 'd8h4')));
    expect(analysis.plies[3]?.move).toMatchObject({ seat: 0, notation: 'g4', grade: 'blunder' });
    expect(analysis.plies[3]).toMatchObject({ advantage: -1, exact: true, words: 'black mates in 1' });
    expect(analysis.plies[4]?.move?.grade).toBeNull();
    expect(analysis.decisivePly).toBe(3);
    expect(analysis.exact).toBe(false);
  }, 30_000);

  it('skips forced moves and resignations', () => {
    const { analysis } = analysed(
      recordOf('tic_tac_toe', [...turns('A1', 'B2'), { seat: 0, move: { type: 'resign' } }]),
    );
    expect(analysis.plies).toHaveLength(3);
    expect(analysis.decisivePly).toBeNull();
    const full = analysed(
      recordOf('tic_tac_toe', turns('B2', 'A1', 'C1', 'A3', 'A2', 'C2', 'B1', 'B3', 'C3')),
    ).analysis;
    expect(full.players.map(({ analysedMoves }) => analysedMoves)).toEqual([4, 4]);
  });

  it('refuses a game without a judge', () => {
    const work = analyse({ ...recordOf('tic_tac_toe', X_WINS), gameId: 'even_odd' });
    expect(() => work.next()).toThrow(/has no judge/);
  });
});
