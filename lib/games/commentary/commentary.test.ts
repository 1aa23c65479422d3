import { describe, expect, it } from 'vitest';
import { type AnyGame, afterTheEnd, type GameEvent, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { ALL_GAMES } from '@/lib/games';
import { chooseHere } from '@/lib/games/bot-choice';
import { COMMENTARIES, commentOn, lengthWithNames } from '.';
import { GENERAL } from './general';
import type { Occasion } from './occasion';

const MATCHES = 40;
const MAX_STEPS = 150;
/** A bot that answers in a few milliseconds, where random moves alone would not reach every occasion. */
const WITH_BOTS = new Set(['tic_tac_toe', 'sea_battle', 'blackjack']);

interface Said {
  ply: number;
  line: string;
}

type Step = Parameters<typeof commentOn>[1];

const publicOf = (events: readonly GameEvent[]) => events.filter(({ audience }) => audience === 'public');

/** The steps of a match of random moves or of easy bots, as the public sees them. */
function stepsOf(game: AnyGame, seed: string): Step[] {
  const rng = new Rng({ seed, drawn: 0 });
  const choices = new Rng({ seed, drawn: 50_000 });
  const seats = Math.max(game.seats.min, Math.min(2, game.seats.max));
  let { state } = game.setup({ options: game.options.parse({}), seats, rng });
  const steps: Step[] = [
    { view: game.view(state, whileRunning('spectator')), ply: 0, events: [{ type: 'match_started', data: {} }] },
  ];
  let ply = 0;
  while (game.outcome(state) === null && steps.length < MAX_STEPS) {
    const seat = choices.pick(game.awaited?.(state) ?? game.actors(state));
    const legalMoves: unknown[] = game.legalMoves(state, seat);
    const view: unknown = game.view(state, whileRunning(seat));
    const move = WITH_BOTS.has(game.id)
      ? chooseHere({ gameId: game.id, view, legalMoves, seat, strength: 'medium', seed: choices.hex(16) })
      : choices.pick(legalMoves);
    const applied = game.apply(state, seat, move, rng);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
    const events = publicOf(applied.events);
    if (events.length > 0 && applied.positionChanged !== false) ply++;
    const outcome = game.outcome(state);
    const ended = outcome ? [{ type: 'match_ended', data: { outcome, reason: outcome.reason } }] : [];
    const perspective = outcome ? afterTheEnd('spectator') : whileRunning('spectator');
    steps.push({ view: game.view(state, perspective), ply, events: [...events, ...ended] });
  }
  return steps;
}

const COMMENTED: AnyGame[] = ALL_GAMES.filter(({ id }) => id in COMMENTARIES);

function playMatches(game: AnyGame): { id: string; steps: Step[] }[] {
  return Array.from({ length: MATCHES }, (_, at) => {
    const id = `0190f3a0-0000-7000-8000-${String(at).padStart(12, '0')}`;
    return { id, steps: stepsOf(game, new Rng({ seed: 'c0'.repeat(16), drawn: 99 * at }).hex(32)) };
  });
}

const linesOf = (game: AnyGame, id: string, steps: readonly Step[]): Said[] =>
  steps.flatMap((step) => {
    const line = commentOn({ id, game, seats: Math.min(2, game.seats.max) }, step);
    return line === null ? [] : [{ ply: step.ply, line }];
  });

describe('the commentary', () => {
  it('is declared for every game but Werewolf, where the Town Crier speaks', () => {
    expect(ALL_GAMES.flatMap(({ id }) => (id in COMMENTARIES ? [] : [id]))).toEqual(['werewolf']);
  });

  it('has at least a dozen different lines for each occasion, of words that a line can hold', () => {
    const all = [GENERAL, ...Object.values(COMMENTARIES).map(({ occasions }) => occasions)];
    for (const occasions of all) {
      for (const [name, { openings, endings }] of Object.entries(occasions as Record<string, Occasion>)) {
        const lines = openings.flatMap((opening) => endings.map((ending) => `${opening} ${ending}`));
        expect(new Set(lines).size, name).toBeGreaterThanOrEqual(12);
        for (const line of lines) expect(line.length, line).toBeLessThan(140);
      }
    }
  });

  it.each(COMMENTED.map((game) => ({ id: game.id, game })))('never repeats a line twice in a row: $id', ({ game }) => {
    const matches = playMatches(game);
    let total = 0;
    let repeated = 0;
    const different = new Set<string>();
    const long = new Set<string>();
    for (const { id, steps } of matches) {
      const lines = linesOf(game, id, steps);
      for (const [at, { line }] of lines.entries()) {
        expect(line, line).not.toMatch(/\{(?!\d\})|undefined|null|NaN|\s{2}/);
        // A move is written as in the list of moves, `c5-d6`, and a level position in words.
        expect(line, line).not.toMatch(/\b[a-h][1-8][a-h][1-8]|[+−]0\.0/);
        // Two lines of a card hold it.
        if (lengthWithNames(line) > 72) long.add(line);
        const before = lines[at - 1]?.line;
        expect(line, `${game.id} ${id}, line ${at}`).not.toBe(before);
        total++;
        different.add(line);
        if (lines.slice(0, at).some((earlier) => earlier.line === line)) repeated++;
      }
      expect(lines.length, 'a line for nearly every step').toBeGreaterThanOrEqual(Math.floor(steps.length * 0.9));
    }
    process.stdout.write(
      `${game.id}: ${total} lines in ${MATCHES} matches, ${different.size} different, 0 twice in a row, ${repeated} heard before in their match\n`,
    );
    expect([...long]).toEqual([]);
    expect(repeated / total).toBeLessThan(0.1);
  });

  it.each(COMMENTED.map((game) => ({ id: game.id, game })))('says the same wherever it is made: $id', ({ game }) => {
    const [one] = playMatches(game).slice(0, 1);
    const again = JSON.parse(JSON.stringify(one?.steps)) as Step[];
    expect(linesOf(game, 'a', again)).toEqual(linesOf(game, 'a', one?.steps ?? []));
    expect(linesOf(game, 'a', again)).not.toEqual(linesOf(game, 'b', again));
  });
});

describe('a comment', () => {
  const remarkOf = (id: string, step: object) =>
    COMMENTARIES[id]?.remark(step as Parameters<NonNullable<(typeof COMMENTARIES)[string]>['remark']>[0]);

  it('of blackjack names no leader that has left the table', () => {
    const seats = [200, 90, 110].map((stack, seat) => ({ stack, net: 0, left: seat === 0 }));
    const view = { round: 2, rounds: 5, dealer: { total: 20 }, seats };
    const events = [{ type: 'round_settled', data: {} }];
    expect(remarkOf('blackjack', { view, ply: 3, events })).toMatchObject({ words: { leader: '{2}' } });
  });

  it('of four in a row tells of the open line of the other side before a double threat', () => {
    const board = ['.......', '.......', '.......', '......Y', '......Y', '.RRR..Y'];
    const events = [{ type: 'move_played', data: { seat: 0, move: 4 } }];
    const of = (rows: string[]) =>
      remarkOf('four_in_a_row', { view: { board: rows, last_move: { column: 4, row: 1 } }, events });
    expect(of(board)).toMatchObject({ occasion: 'missed' });
    expect(of(board.with(3, '.......'))).toMatchObject({ occasion: 'doubleThreat' });
  });
});
