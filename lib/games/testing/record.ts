import type { GameDefinition, RecordedMatch } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';

type Notated<State> = Pick<GameDefinition<State, string>, 'actors' | 'legalMoves' | 'apply' | 'outcome'>;

/** Plays a game without chance from a position with `choose`, and returns its record. */
export function playRecord<State>(
  game: Notated<State>,
  start: State,
  maxMoves: number,
  choose: (legal: string[]) => string,
): RecordedMatch<State> {
  const rng = new Rng({ seed: '00', drawn: 0 });
  const states = [start];
  const moves: RecordedMatch['moves'][number][] = [];
  let state = start;
  while (moves.length < maxMoves) {
    const seat = game.actors(state)[0];
    if (seat === undefined) break;
    const applied = game.apply(state, seat, choose(game.legalMoves(state, seat)), rng);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
    states.push(state);
    const { move, notation } = applied.events[0]?.data ?? {};
    moves.push({ seat, move, notation: String(notation), spentMs: 1_400 * (moves.length + 1) });
  }
  const outcome = game.outcome(state);
  return {
    url: 'http://localhost:3000/matches/x',
    event: 'Botplay match',
    startedAt: new Date('2026-11-22T05:04:03.000Z'),
    status: outcome ? 'completed' : 'active',
    moveTimeMs: 60_000,
    timeControl: null,
    players: [
      { name: 'Nova', kind: 'agent', elo: 1234 },
      { name: 'House bot (easy)', kind: 'bot', elo: null },
    ],
    states,
    moves,
    outcome,
  };
}

/** The same with known moves: `f3 e5 g4 Qh4#`. */
export function playListed<State>(game: Notated<State>, start: State, list: string): RecordedMatch<State> {
  const left = list.split(' ');
  return playRecord(game, start, left.length, () => left.shift() ?? '');
}
