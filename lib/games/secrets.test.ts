import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AnyGame,
  actorsKnownTo,
  awaitedSeats,
  type GameEvent,
  type Seat,
  type Viewer,
  whileRunning,
} from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { ALL_GAMES } from '@/lib/games';
import { blackjack } from '@/lib/games/blackjack';
import { isNatural } from '@/lib/games/blackjack/cards';
import { actorsOf, type TableState } from '@/lib/games/blackjack/table';
import { type EvenOddState, evenOdd } from '@/lib/games/even-odd';
import { seaBattle } from '@/lib/games/sea-battle';
import type { SeaBattleState } from '@/lib/games/sea-battle/state';
import { rearrangeHiddenShips } from '@/lib/games/sea-battle/testing/rearrange';
import { masquerade } from '@/lib/games/testing/masquerade';
import type { MasqueradeState } from '@/lib/games/testing/masquerade-state';
import { playAtRandom } from '@/lib/games/testing/play';
import { seeds } from '@/lib/games/testing/seeds';
import type { WerewolfState } from '@/lib/games/werewolf';

const GAMES: readonly AnyGame[] = [...ALL_GAMES, masquerade];

/**
 * For each game with secret moves: whether a seat's move stays secret in a state, so that no other viewer can distinguish
 * two of its legal moves afterwards.
 */
const KEEPS_SECRET: Record<string, (state: unknown, seat: Seat) => boolean> = {
  blackjack: (state, seat) =>
    (state as TableState).phase === 'bet' && actorsOf(state as TableState).some((other) => other !== seat),
  even_odd: (state, seat) => (state as EvenOddState).sealed[1 - seat] === null,
  masquerade(state, seat) {
    const { phase, votes } = state as MasqueradeState;
    return (
      phase === 'night' ||
      (phase === 'vote' &&
        votes.some((vote, voter) => vote === null && voter !== seat && (state as MasqueradeState).alive[voter]))
    );
  },
  werewolf: (state) => (state as WerewolfState).phase === 'NIGHT',
};

/**
 * For each game with public moves but a secret setup: replaces what a viewer may not know by another setup in which all
 * moves so far were legal and had the same results.
 */
const REARRANGE_HIDDEN: Record<string, (state: unknown, viewer: Viewer, rng: Rng) => unknown> = {
  sea_battle: (state, viewer, rng) => rearrangeHiddenShips(state as SeaBattleState, viewer, rng),
};

/** Everything that a viewer can learn: view, text, events, clock and actors. Digests always differ, so they are blanked. */
function knowledgeOf(game: AnyGame, state: unknown, events: GameEvent[], viewer: Viewer): unknown {
  const teams = typeof viewer === 'number' ? (game.teamsOf?.(state, viewer) ?? []) : [];
  const audiences = ['public', `seat:${viewer}`, ...teams.map((team) => `team:${team}`)];
  const view = game.view(state, whileRunning(viewer));
  const exceptions = {
    view,
    text: game.describe(view, viewer),
    events: events.filter(({ audience }) => audiences.includes(audience)),
    clock: game.clock(state, 60_000),
    actors: actorsKnownTo(game, state, viewer),
  };
  return JSON.parse(JSON.stringify(exceptions).replace(/"[0-9a-f]{64}"/g, '"<digest>"'));
}

function viewersWithout(game: AnyGame, state: unknown, seat: Seat, seats: number): Viewer[] {
  const mates = game.teamsOf?.(state, seat) ?? [];
  const strangers = Array.from({ length: seats }, (_, other) => other).filter(
    (other) => other !== seat && !(game.teamsOf?.(state, other) ?? []).some((team) => mates.includes(team)),
  );
  return [...strangers, 'spectator'];
}

it('covers every game with hidden information, and no other', () => {
  const hiding = GAMES.filter((game) => game.information === 'hidden').map((game) => game.id);
  expect([...Object.keys(KEEPS_SECRET), ...Object.keys(REARRANGE_HIDDEN)].sort()).toEqual(hiding.sort());
});

describe.each(GAMES.filter((game) => KEEPS_SECRET[game.id]).map((game) => [game.id, game] as const))(
  '%s',
  (id, game) => {
    const keepsSecret = KEEPS_SECRET[id] as (state: unknown, seat: Seat) => boolean;

    it('shows other seats and spectators the same for every secret move', () => {
      let compared = 0;
      fc.assert(
        fc.property(seeds, seeds, (seed, choiceSeed) => {
          const { steps, seats } = playAtRandom(game, seed, new Rng({ seed: choiceSeed, drawn: 0 }));
          for (const { before } of steps) {
            for (const seat of awaitedSeats(game, before).filter((actor) => keepsSecret(before, actor))) {
              const results = game
                .legalMoves(before, seat)
                .map((move) => game.apply(before, seat, move, new Rng({ seed, drawn: 3 })));
              const [first, ...rest] = results.map((applied) => (applied.ok ? applied : expect.fail(applied.reason)));
              for (const viewer of viewersWithout(game, before, seat, seats)) {
                const knowledge = first && knowledgeOf(game, first.state, first.events, viewer);
                for (const other of rest)
                  expect(knowledgeOf(game, other.state, other.events, viewer)).toEqual(knowledge);
                compared += rest.length;
              }
            }
          }
        }),
        { numRuns: 12 },
      );
      expect(compared).toBeGreaterThan(200);
    });
  },
);

describe.each(GAMES.filter((game) => REARRANGE_HIDDEN[game.id]).map((game) => [game.id, game] as const))(
  '%s',
  (id, game) => {
    const rearrange = REARRANGE_HIDDEN[id] as (state: unknown, viewer: Viewer, rng: Rng) => unknown;

    it('shows a viewer the same view and legal moves for every hidden setup', () => {
      let differing = 0;
      fc.assert(
        fc.property(seeds, seeds, (seed, choiceSeed) => {
          const choices = new Rng({ seed: choiceSeed, drawn: 0 });
          const { steps, seats } = playAtRandom(game, seed, choices);
          const someSteps = steps.slice(0, -1).filter(() => choices.int(8) === 0);
          for (const { after } of someSteps) {
            for (const viewer of [...Array(seats).keys(), 'spectator' as const]) {
              const other = rearrange(after, viewer, choices);
              if (game.encode(other) !== game.encode(after)) differing++;
              expect(game.decode(game.encode(other))).toEqual(other);
              expect(knowledgeOf(game, other, [], viewer)).toEqual(knowledgeOf(game, after, [], viewer));
              for (const seat of game.actors(after)) {
                expect(game.legalMoves(other, seat)).toEqual(game.legalMoves(after, seat));
              }
            }
          }
        }),
        { numRuns: 10 },
      );
      expect(differing).toBeGreaterThan(200);
    });
  },
);

describe('sea_battle', () => {
  /** The state with the same fleets before the first shot. */
  const removeShots = ({ grids: [west, east] }: SeaBattleState): SeaBattleState => {
    const calm = (grid: string) => grid.replaceAll('M', '.').replaceAll('H', 'S');
    return { grids: [calm(west), calm(east)], last: null };
  };

  it('emits the same events, shot by shot, for two games that differ only in hidden ships', () => {
    let compared = 0;
    fc.assert(
      fc.property(seeds, seeds, (seed, choiceSeed) => {
        const choices = new Rng({ seed: choiceSeed, drawn: 0 });
        const { steps } = playAtRandom(seaBattle, seed, choices);
        const played = steps.slice(0, 20 + choices.int(steps.length - 20));
        const now = played.at(-1)?.after as SeaBattleState;
        if (seaBattle.outcome(now)) return;
        for (const viewer of [0, 1, 'spectator'] as const) {
          let state = removeShots(rearrangeHiddenShips(now, viewer, choices));
          for (const { input, after, events } of played) {
            const applied = seaBattle.apply(state, input.seat as Seat, input.move as string, choices);
            if (!applied.ok) return expect.fail(applied.reason);
            state = applied.state;
            expect(knowledgeOf(seaBattle, state, applied.events, viewer)).toEqual(
              knowledgeOf(seaBattle, after, events, viewer),
            );
            compared++;
          }
        }
      }),
      { numRuns: 6 },
    );
    expect(compared).toBeGreaterThan(500);
  });

  it('shows no hidden ship after the setup', () => {
    const { state, events } = seaBattle.setup({
      options: {},
      seats: 2,
      rng: new Rng({ seed: '0b'.repeat(32), drawn: 0 }),
    });
    expect(events).toEqual([]);
    expect(JSON.stringify(seaBattle.view(state, whileRunning('spectator')).waters)).not.toContain('S');
    expect(seaBattle.view(state, whileRunning(0)).waters.east.join('')).toBe('.'.repeat(100));
    expect(seaBattle.view(state, whileRunning('omniscient')).waters.east.join('')).toBe(state.grids[1]);
  });
});

describe('masquerade', () => {
  const game: AnyGame = masquerade;

  it('shows a guest the same when the roles of two other seats are swapped', () => {
    let compared = 0;
    fc.assert(
      fc.property(seeds, seeds, (seed, choiceSeed) => {
        const { steps } = playAtRandom(game, seed, new Rng({ seed: choiceSeed, drawn: 0 }));
        for (const { before } of steps) {
          const state = before as MasqueradeState;
          const seats = state.roles.flatMap((_, seat) => (state.alive[seat] ? [seat] : []));
          for (const guest of seats.filter((seat) => state.roles[seat] === 'guest')) {
            const [one, two] = seats.filter((seat) => seat !== guest);
            if (one === undefined || two === undefined) continue;
            const roles = state.roles.with(one, state.roles[two] ?? 'guest').with(two, state.roles[one] ?? 'guest');
            for (const viewer of [guest, 'spectator'] as const) {
              const swapped = { ...state, roles };
              expect(game.view(swapped, whileRunning(viewer))).toEqual(game.view(state, whileRunning(viewer)));
              expect(actorsKnownTo(game, swapped, viewer)).toEqual(actorsKnownTo(game, state, viewer));
              compared++;
            }
          }
        }
      }),
      { numRuns: 25 },
    );
    expect(compared).toBeGreaterThan(200);
  });

  it('emits the same public setup events for all roles', () => {
    const openings = ['00', '01', '02', '03'].map((seed) => {
      const { events } = game.setup({
        options: game.options.parse({}),
        seats: 8,
        rng: new Rng({ seed: seed.repeat(32), drawn: 0 }),
      });
      return events.filter(({ audience }) => audience === 'public');
    });
    expect(new Set(openings.map((opening) => JSON.stringify(opening))).size).toBe(1);
  });

  it('shows all roles to omniscient viewers only', () => {
    const { state } = game.setup({
      options: game.options.parse({}),
      seats: 8,
      rng: new Rng({ seed: '05'.repeat(32), drawn: 0 }),
    });
    const { roles } = state as MasqueradeState;
    const viewOf = (viewer: Viewer) =>
      (game.view(state, whileRunning(viewer)) as { seats: { role: string | null }[] }).seats.map(({ role }) => role);
    expect(viewOf('omniscient')).toEqual(roles);
    expect(viewOf('spectator')).toEqual(roles.map(() => null));
    const guest = roles.indexOf('guest');
    expect(viewOf(guest)).toEqual(roles.map((role, seat) => (seat === guest ? role : null)));
    const masked = roles.indexOf('masked');
    expect(viewOf(masked)).toEqual(roles.map((role) => (role === 'masked' ? role : null)));
  });
});

describe('even_odd', () => {
  it('hides number and nonce from other viewers until both seats have chosen, then reveals them', () => {
    const rng = new Rng({ seed: '0a'.repeat(32), drawn: 0 });
    const { state } = evenOdd.setup({ options: evenOdd.options.parse({}), seats: 2, rng });
    const first = evenOdd.apply(state, 0, { number: 4 }, rng);
    if (!first.ok) return expect.fail(first.reason);
    const nonce = first.state.sealed[0]?.nonce as string;
    for (const viewer of [1, 'spectator'] as const) {
      expect(JSON.stringify(knowledgeOf(evenOdd, first.state, first.events, viewer))).not.toContain(nonce);
      expect(evenOdd.view(first.state, whileRunning(viewer))).toMatchObject({
        numbers: [null, null],
        committed: [true, false],
      });
    }
    expect(evenOdd.view(first.state, whileRunning(0)).numbers).toEqual([4, null]);
    expect(evenOdd.view(first.state, whileRunning('omniscient')).numbers).toEqual([4, null]);
    const second = evenOdd.apply(first.state, 1, { number: 5 }, rng);
    if (!second.ok) return expect.fail(second.reason);
    expect(second.events.at(-1)).toMatchObject({
      type: 'round_resolved',
      audience: 'public',
      data: { moves: [4, 5], nonces: [nonce, expect.any(String)] },
    });
  });
});

describe('blackjack', () => {
  /** The table with another hole card and another order of the shoe; null when no other hole card is possible. */
  function reshuffled(state: TableState, rng: Rng): TableState | null {
    const [up, ...unknown] = [...state.dealer, ...state.shoe];
    const [hole, ...shoe] = rng.shuffle(unknown);
    if (up === undefined || hole === undefined || isNatural([up, hole])) return null;
    return { ...state, dealer: [up, hole], shoe };
  }

  it('shows seats and spectators the same for every hole card and shoe', () => {
    let compared = 0;
    fc.assert(
      fc.property(seeds, seeds, (seed, choiceSeed) => {
        const choices = new Rng({ seed: choiceSeed, drawn: 0 });
        const { steps, seats } = playAtRandom(blackjack, seed, choices);
        for (const { before } of steps) {
          const state = before as TableState;
          const other = state.phase === 'play' ? reshuffled(state, choices) : null;
          if (!other) continue;
          for (const viewer of [...Array.from({ length: seats }, (_, seat) => seat), 'spectator'] as const) {
            expect(knowledgeOf(blackjack, other, [], viewer)).toEqual(knowledgeOf(blackjack, state, [], viewer));
            compared++;
          }
          expect(blackjack.view(other, whileRunning('omniscient')).shoe).not.toEqual(
            blackjack.view(state, whileRunning('omniscient')).shoe,
          );
        }
      }),
      { numRuns: 25 },
    );
    expect(compared).toBeGreaterThan(500);
  });

  it('shows the hole card to omniscient viewers immediately and to all viewers after the round', () => {
    const rng = new Rng({ seed: '0b'.repeat(32), drawn: 0 });
    const { state } = blackjack.setup({ options: blackjack.options.parse({}), seats: 1, rng });
    const dealt = blackjack.apply(state, 0, { bet: 10 }, rng);
    if (!dealt.ok) return expect.fail(dealt.reason);
    const [up, hole] = dealt.state.dealer;
    expect(JSON.stringify(knowledgeOf(blackjack, dealt.state, dealt.events, 0))).not.toContain(hole);
    expect(blackjack.view(dealt.state, whileRunning(0)).dealer.cards).toEqual([up, null]);
    expect(blackjack.view(dealt.state, whileRunning('omniscient')).dealer.cards).toEqual([up, hole]);
    const result = blackjack.apply(dealt.state, 0, 'stand', rng);
    if (!result.ok) return expect.fail(result.reason);
    expect(blackjack.view(result.state, whileRunning('spectator')).dealer.cards.slice(0, 2)).toEqual([up, hole]);
    expect(blackjack.view(result.state, whileRunning('spectator')).shoe).toBeNull();
  });

  it('hides a bet from other viewers until all seats have bet', () => {
    const rng = new Rng({ seed: '0c'.repeat(32), drawn: 0 });
    const { state } = blackjack.setup({ options: blackjack.options.parse({}), seats: 2, rng });
    const first = blackjack.apply(state, 0, { bet: 173 }, rng);
    if (!first.ok) return expect.fail(first.reason);
    for (const viewer of [1, 'spectator'] as const) {
      expect(JSON.stringify(knowledgeOf(blackjack, first.state, first.events, viewer))).not.toContain('173');
      expect(blackjack.view(first.state, whileRunning(viewer)).seats[0]).toMatchObject({ bet: null, has_bet: true });
    }
    expect(blackjack.view(first.state, whileRunning(0)).seats[0]?.bet).toBe(173);
    const second = blackjack.apply(first.state, 1, { bet: 10 }, rng);
    if (!second.ok) return expect.fail(second.reason);
    expect(second.events.map(({ type }) => type)).toContain('round_dealt');
    expect(blackjack.view(second.state, whileRunning('spectator')).seats[0]?.hands[0]?.bet).toBe(173);
  });
});
