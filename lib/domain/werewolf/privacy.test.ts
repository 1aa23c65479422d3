import { describe, expect, it } from 'vitest';
import type { Seat, Viewer } from '@/lib/core/game';
import { Rng, sha256Hex } from '@/lib/core/rng';
import type { EventAudience, StreamEvent } from '@/lib/core/stream';
import type { MatchRow } from '@/lib/domain/matches';
import { advance, type Transition } from '@/lib/domain/matches/transition';
import { responseFor, seatAudiences } from '@/lib/domain/matches/views';
import { type WerewolfMove, type WerewolfState, werewolf } from '@/lib/games/werewolf';
import { actors, legalMoves } from '@/lib/games/werewolf/moves';
import { MATCH_START_MS, newWerewolfMatch } from './testing/match-without-database';

const MATCHES = 100;
const SEATS = [0, 1, 2, 3, 4, 5, 6, 7];
/** What every player says: a difference in size or time can then only come from the platform. */
const TEXT = 'I have nothing to hide, and I would like to hear the others first.';

const at = (ms: number) => new Date(MATCH_START_MS + ms);
const stateOf = ({ state }: MatchRow) => state as WerewolfState;

/** What one viewer has received, as bytes, and what it may see now. */
class Reader {
  readonly bytes: string[] = [];
  readonly #seat: Seat | null;

  constructor(readonly viewer: Viewer) {
    this.#seat = typeof viewer === 'number' ? viewer : null;
  }

  read({ match, events }: Transition): void {
    const audiences: EventAudience[] = this.#seat === null ? ['public'] : seatAudiences(match, this.#seat);
    for (const event of events) if (audiences.includes(event.audience)) this.bytes.push(JSON.stringify(event));
  }

  /** The answer to a look at the match, without the time of the look. */
  look(match: MatchRow): string {
    const { clock: _, ...response } = responseFor(werewolf, match, this.viewer, at(0));
    return JSON.stringify(response);
  }
}

/** A night action, with the match before and after it. */
interface Secret {
  before: Transition;
  after: Transition;
  seat: Seat;
}

interface Message {
  isWolf: boolean;
  bytes: number;
  /** Since the beginning of the phase. */
  ms: number;
}

/** The move of a player: a message that is the same for all, else a random one of its legal moves. */
function chooseMove(state: WerewolfState, seat: Seat, rng: Rng): WerewolfMove {
  const [first, ...others] = legalMoves(state, seat);
  if (!first) throw new Error('no move');
  return first.type === 'say' ? { type: 'say', text: TEXT } : rng.pick([first, ...others]);
}

/** Plays a match in which every player acts at random times, and calls `check` around every secret move. */
function play(seed: string, check: (secret: Secret) => void) {
  const rng = new Rng({ seed: sha256Hex(`players ${seed}`), drawn: 0 });
  const readers = [new Reader('spectator'), ...SEATS.map((seat) => new Reader(seat))];
  const messages: Message[] = [];
  let current = newWerewolfMatch(seed);
  const take = (next: Transition) => {
    current = next;
    for (const reader of readers) reader.read(next);
  };
  for (const reader of readers) reader.read(current);
  for (let phases = 0; current.match.status === 'active' && phases < 200; phases++) {
    const { clockKey, deadlineAt, clockStartedAt } = current.match;
    const startMs = clockStartedAt?.getTime() ?? MATCH_START_MS;
    const lengthMs = (deadlineAt?.getTime() ?? startMs) - startMs;
    const times = SEATS.flatMap((seat) => [rng.int(lengthMs), rng.int(lengthMs)].map((ms) => ({ seat, ms })));
    for (const { seat, ms } of times.sort((one, other) => one.ms - other.ms)) {
      if (current.match.clockKey !== clockKey || !actors(stateOf(current.match)).includes(seat)) continue;
      const before = current;
      const move = chooseMove(stateOf(before.match), seat, rng);
      const next = advance(werewolf, before.match, { kind: 'move', seat, move }, new Date(startMs + ms));
      if ('refused' in next) continue;
      if (stateOf(before.match).phase === 'NIGHT') check({ before, after: next, seat });
      const message = next.events.find(({ type }) => type === 'message_sent');
      const isWolf = stateOf(before.match).roles[seat] === 'WEREWOLF';
      if (message) messages.push({ isWolf, bytes: JSON.stringify({ ...message.data, view: undefined }).length, ms });
      take(next);
    }
    if (current.match.clockKey !== clockKey || current.match.status !== 'active') continue;
    const ended = advance(werewolf, current.match, { kind: 'deadline' }, deadlineAt ?? at(0));
    if (!('refused' in ended)) take(ended);
  }
  return { match: current.match, readers, messages };
}

/** How many standard errors the means of two groups lie apart. */
function separation(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = (values: readonly number[]) => {
    const average = mean(values);
    return values.reduce((sum, value) => sum + (value - average) ** 2, 0) / values.length;
  };
  const error = Math.sqrt(variance(one) / one.length + variance(other) / other.length);
  return error === 0 ? Math.abs(mean(one) - mean(other)) : Math.abs(mean(one) - mean(other)) / error;
}

describe(`every byte of ${MATCHES} matches`, () => {
  const games = Array.from({ length: MATCHES }, (_, index) => {
    const secrets: Secret[] = [];
    return { ...play(sha256Hex(`match ${index}`), (secret) => secrets.push(secret)), secrets };
  });

  it('comes from matches that were played to their end by both sides', () => {
    expect(games.every(({ match }) => match.status === 'completed')).toBe(true);
    const winners = new Set(games.map(({ match }) => stateOf(match).winner));
    expect([...winners].sort()).toEqual(['VILLAGERS', 'WEREWOLVES']);
    expect(games.every(({ secrets }) => secrets.length > 2)).toBe(true);
  });

  it('shows nothing of a night action to those whom it does not concern: no event, no number, no view', () => {
    const faults = games.flatMap(({ secrets }) => secrets.flatMap(findTraces));
    expect(faults).toEqual([]);
  });

  it('names the role of a living player to nobody but itself and its pack', () => {
    const faults = games.flatMap(({ match, readers }) =>
      readers.flatMap(({ viewer, bytes }) =>
        bytes.flatMap((line) => findNamedRole(JSON.parse(line) as StreamEvent, viewer, stateOf(match).roles)),
      ),
    );
    expect(faults).toEqual([]);
  });

  it('numbers the events of each audience without a gap, so that no count tells of hidden ones', () => {
    const gaps = games.flatMap(({ readers }) =>
      readers.flatMap(({ bytes }) => {
        const seqs = new Map<string, number>();
        return bytes.flatMap((line) => {
          const [, audience = '', seq] = /"audience":"([^"]+)","seq":(\d+)/.exec(line) ?? [];
          const expected = (seqs.get(audience) ?? 0) + 1;
          seqs.set(audience, expected);
          return Number(seq) === expected ? [] : [`${audience} ${seq}, not ${expected}`];
        });
      }),
    );
    expect(gaps).toEqual([]);
  });

  it('has public messages whose time and size do not depend on the role', () => {
    const messages = games.flatMap((game) => game.messages);
    const wolves = messages.filter(({ isWolf }) => isWolf);
    const others = messages.filter(({ isWolf }) => !isWolf);
    expect(wolves.length).toBeGreaterThan(500);
    for (const measure of ['ms', 'bytes'] as const) {
      const apart = separation(
        wolves.map((message) => message[measure]),
        others.map((message) => message[measure]),
      );
      expect(apart).toBeLessThan(3.3);
    }
  });
});

/** What others could notice of a night action. */
function findTraces({ before, after, seat }: Secret): string[] {
  const { roles } = stateOf(before.match);
  const concerned = (viewer: Viewer) =>
    viewer === seat || (roles[seat] === 'WEREWOLF' && typeof viewer === 'number' && roles[viewer] === 'WEREWOLF');
  const faults: string[] = [];
  if (after.match.ply !== before.match.ply) faults.push('ply');
  if (after.match.deadlineAt !== before.match.deadlineAt) faults.push('deadline');
  for (const viewer of ['spectator' as const, ...SEATS].filter((one) => !concerned(one))) {
    const audiences: EventAudience[] = viewer === 'spectator' ? ['public'] : seatAudiences(after.match, viewer);
    if (after.events.some(({ audience }) => audiences.includes(audience))) faults.push(`${viewer} got an event`);
    const reader = new Reader(viewer);
    if (reader.look(after.match) !== reader.look(before.match)) faults.push(`${viewer} sees a change`);
  }
  return faults;
}

/** The roles that an event shows to a viewer although they are secret. */
function findNamedRole({ type, data }: StreamEvent, viewer: Viewer, roles: readonly string[]): string[] {
  if (type === 'role_dealt')
    return data.playerId === `p:${Number(viewer) + 1}` ? [] : [`${viewer} got ${data.playerId}`];
  const view = data.view as { phase: string; players: ShownPlayer[]; nights: unknown[] } | undefined;
  if (!view || view.phase === 'ENDED') return [];
  const named = view.players.filter(({ seat, alive, role, revealedRole }) => {
    const visibleRole = alive ? null : roles[seat - 1];
    return role !== visibleRole || revealedRole !== visibleRole;
  });
  return [...named.map(({ seat }) => `${viewer} sees the role of p:${seat}`), ...view.nights.map(() => 'a night')];
}

interface ShownPlayer {
  seat: number;
  alive: boolean;
  role: string | null;
  revealedRole: string | null;
}
