import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AnyGame,
  actorsKnownTo,
  afterTheEnd,
  awaitedSeats,
  type GameEvent,
  STRENGTHS,
  type Viewer,
  whileRunning,
} from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { chooseHere } from '@/lib/games/bot-choice';
import { resimulate } from '@/lib/games/simulate';
import { type PlayedGame, playAtRandom } from '@/lib/games/testing/play';
import { seeds } from '@/lib/games/testing/seeds';

/** Chess is about a hundred times slower than the other games. */
const runsOf = (game: AnyGame) => (game.id === 'chess' ? 5 : 25);
const viewersOf = (seats: number): Viewer[] => [
  ...Array.from({ length: seats }, (_, seat) => seat),
  'spectator',
  'omniscient',
];
const json = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

interface RandomGame {
  seed: string;
  choiceSeed: string;
  played: PlayedGame;
}

const randomGames = new Map<string, RandomGame[]>();

/** Random games from new seeds, played once: every check reads the same frozen states. */
function randomGamesOf(game: AnyGame): RandomGame[] {
  const cached = randomGames.get(game.id);
  if (cached) return cached;
  const games = fc.sample(fc.tuple(seeds, seeds), runsOf(game)).map(([seed, choiceSeed]) => ({
    seed,
    choiceSeed,
    played: playAtRandom(game, seed, new Rng({ seed: choiceSeed, drawn: 0 })),
  }));
  randomGames.set(game.id, games);
  return games;
}

/** Runs a check over random games. A failure names the seeds that repeat it. */
function forManyGames(
  game: AnyGame,
  check: (played: PlayedGame, seed: string, choices: Rng) => void,
  runs = runsOf(game),
): void {
  for (const { seed, choiceSeed, played } of randomGamesOf(game).slice(0, runs)) {
    try {
      check(played, seed, new Rng({ seed: choiceSeed, drawn: 0 }));
    } catch (error) {
      if (error instanceof Error) error.message += `\nSeeds of the game and of its moves: ${seed} ${choiceSeed}`;
      throw error;
    }
  }
}

/** Some states of a game, including the first and the last; all states of a short game. */
function someStates({ first, steps }: PlayedGame, choices: Rng): unknown[] {
  const states = [first, ...steps.map((step) => step.after)];
  return states.filter(
    (_, index) => index === 0 || index === states.length - 1 || states.length < 40 || choices.int(40) === 0,
  );
}

/** Declares the tests that every game must pass. `game` must be known to `gameById`. */
export function describeConformance(game: AnyGame): void {
  describe(game.id, () => {
    it('refuses a move with its own reason', () => {
      const sent = [
        ...[1e308, -1e308, 9e15, 1.5, null, [[]], 'x'.repeat(400), '9'.repeat(400), { a: { b: {} } }],
        ...['number', 'bet', 'pit', 'column', 'coord', 'move', 'action'].flatMap((field) =>
          [1e308, -1e308, 1.5, {}, null].map((value) => ({ [field]: value })),
        ),
        ...[
          { from: 1e308, to: 3 },
          { from: 'e2', to: 'e4', promotion: 5 },
          { row: 1e308, column: 'B' },
        ],
      ];
      for (const action of sent) {
        const message = game.move.safeParse(action).error?.issues[0]?.message ?? '';
        expect(message, JSON.stringify(action)).not.toMatch(/expected|Too (big|small)|Invalid|Unrecognized/);
      }
    });

    it('declares hosting that its seats and its bot allow', () => {
      const { solo, lobby, exhibition, queue } = game.hosting;
      if (solo) expect(game.bot !== null || game.seats.min === 1).toBe(true);
      if (lobby || queue) expect(game.seats.max).toBeGreaterThan(1);
      if (exhibition) expect(game.bot).not.toBeNull();
      expect(solo || lobby || queue).toBe(true);
    });

    it('shows every seat what a spectator sees, and only public events, if its information is perfect', () => {
      if (game.information === 'hidden') return;
      expect([game.teamsOf, game.knownActors]).toEqual([undefined, undefined]);
      forManyGames(game, (played, _seed, choices) => {
        for (const event of eventsOf(played)) expect(event.audience, event.type).toBe('public');
        for (const state of someStates(played, choices)) {
          const view = withoutOwnSide(game.view(state, whileRunning('spectator')));
          for (const viewer of viewersOf(played.seats)) {
            for (const revealed of [false, true])
              expect(withoutOwnSide(game.view(state, { viewer, revealed }))).toEqual(view);
          }
        }
      });
    });

    it('shows `you` fields to their player only, before and after the end', () => {
      forManyGames(game, (played, _seed, choices) => {
        for (const state of someStates(played, choices)) {
          const sides = viewersOf(played.seats).map((viewer) => {
            const side = ownSide(game.view(state, whileRunning(viewer)));
            expect(ownSide(game.view(state, afterTheEnd(viewer)))).toEqual(side);
            expect(Object.keys(side)).not.toEqual([]);
            for (const value of Object.values(side))
              expect(value).toEqual(typeof viewer === 'number' ? expect.anything() : null);
            return JSON.stringify(side);
          });
          expect(new Set(sides.slice(0, played.seats)).size).toBe(played.seats);
        }
      });
    });

    it('shows all viewers the same after the reveal', () => {
      forManyGames(game, (played, _seed, choices) => {
        for (const state of someStates(played, choices)) {
          const view = game.view(state, afterTheEnd('spectator'));
          expect(game.view(state, afterTheEnd('omniscient'))).toEqual(view);
          expect(withoutOwnSide(game.view(state, whileRunning('omniscient')))).toEqual(withoutOwnSide(view));
          for (let seat = 0; seat < played.seats; seat++)
            expect(game.view(state, afterTheEnd(seat))).toMatchObject(withoutOwnSide(view));
        }
      });
    });

    it('draws random numbers after the setup only if it declares chance', () => {
      if (game.chance) return;
      expect(game.onDeadline).toBeUndefined();
      forManyGames(game, ({ steps }) => {
        for (const { before, input } of steps.slice(0, 20)) {
          const rng = new Rng({ seed: '00', drawn: 0 });
          expect(game.apply(before, input.seat ?? 0, input.move, rng).ok).toBe(true);
          expect(rng.state.drawn).toBe(0);
        }
      });
    });

    it('changes no view where it says that the position has not changed', () => {
      forManyGames(game, ({ steps, seats }) => {
        for (const { before, after, events } of steps.filter(({ positionChanged }) => !positionChanged)) {
          expect(events).not.toEqual([]);
          expect([game.actors(after), awaitedSeats(game, after)]).toEqual([
            game.actors(before),
            awaitedSeats(game, before),
          ]);
          for (const viewer of viewersOf(seats))
            expect(game.view(after, whileRunning(viewer))).toEqual(game.view(before, whileRunning(viewer)));
        }
      });
    });

    it('ends in random games, with a result for every seat and no more legal moves', () => {
      forManyGames(game, ({ last, seats }) => {
        const outcome = game.outcome(last);
        expect(outcome?.results.map(({ seat }) => seat).sort()).toEqual(
          Array.from({ length: seats }, (_unused, seat) => seat),
        );
        expect(outcome?.reason).toMatch(/^[a-z_]+$/);
        const won = outcome?.results.filter(({ result }) => result === 'win').map(({ seat }) => seat);
        if (outcome?.winner !== null) expect(won).toContain(outcome?.winner);
        expect(game.actors(last)).toEqual([]);
        expect(awaitedSeats(game, last)).toEqual([]);
        expect(game.clock(last, 60_000)).toBeNull();
        for (let seat = 0; seat < seats; seat++) expect(game.legalMoves(last, seat)).toEqual([]);
      });
    });

    it('refuses every move once it is over, with a reason', () => {
      forManyGames(game, ({ first, last, seats }) => {
        const [actor] = game.actors(first);
        const move = game.legalMoves(first, actor ?? 0)[0];
        for (let seat = 0; seat < seats; seat++) {
          const applied = game.apply(last, seat, move, new Rng({ seed: '00', drawn: 0 }));
          expect(applied).toMatchObject({ ok: false, reason: expect.stringMatching(/\w/) });
        }
      });
    });

    it('is over exactly when it has an outcome; before, a seat or the clock can act', () => {
      forManyGames(game, ({ steps, seats }) => {
        for (const { before } of steps) {
          expect(game.outcome(before)).toBeNull();
          const actors = game.actors(before);
          for (const seat of awaitedSeats(game, before)) expect(actors).toContain(seat);
          for (const seat of actors) expect(game.legalMoves(before, seat).length).toBeGreaterThan(0);
          for (const viewer of viewersOf(seats)) {
            const visibleActors = actorsKnownTo(game, before, viewer);
            for (const seat of visibleActors) expect(actors).toContain(seat);
            if (typeof viewer === 'number') expect(visibleActors.includes(viewer)).toBe(actors.includes(viewer));
          }
          if (actors.length === 0) {
            expect(game.clock(before, 60_000)).not.toBeNull();
            expect(game.onDeadline).toBeDefined();
          }
        }
      });
    });

    it('reads back every state it writes, and its states are JSON', () => {
      forManyGames(game, (played, _seed, choices) => {
        for (const state of someStates(played, choices)) {
          expect(json(state)).toEqual(state);
          expect(game.decode(game.encode(state))).toEqual(state);
          expect(game.encode(game.decode(game.encode(state)))).toBe(game.encode(state));
        }
      });
    });

    it('rejects an invalid state text with a reason', () => {
      for (const text of ['', 'nonsense', '{}', '[]', 'G:...|T:player', '8/8/8/8/8/8/8/8 w - - 0 1']) {
        expect(() => game.decode(text), text).toThrow(/\w/);
      }
    });

    it('accepts every legal move in the form in which it is listed', () => {
      const validate = new Ajv2020({ strict: false }).compile(game.actionSchema);
      forManyGames(game, (played, _seed, choices) => {
        for (const state of someStates(played, choices)) {
          for (const seat of game.actors(state)) {
            for (const move of game.legalMoves(state, seat)) {
              expect(['string', 'object']).toContain(typeof move);
              expect(game.move.parse(json(move))).toEqual(move);
              expect(validate(json(move)), JSON.stringify(move)).toBe(true);
              expect(game.apply(state, seat, game.move.parse(move), new Rng({ seed: '00', drawn: 0 })).ok).toBe(true);
            }
          }
        }
      });
    });

    it('accepts its actions as a string or an object, as session.step forwards them', () => {
      const validate = new Ajv2020({ strict: false }).compile(game.actionSchema);
      for (const other of [1, 4, 0, true, null, [1]]) expect(validate(other), JSON.stringify(other)).toBe(false);
      expect(game.instructions(game.options.parse({}))).not.toMatch(/or just \d/);
    });

    it('refuses the moves of seats whose turn it is not', () => {
      forManyGames(game, (played, _seed, choices) => {
        for (const state of someStates(played, choices)) {
          const actors = game.actors(state);
          const moves = actors.flatMap((seat) => game.legalMoves(state, seat)).slice(0, 6);
          for (let seat = 0; seat <= played.seats; seat++) {
            if (actors.includes(seat)) continue;
            expect(game.legalMoves(state, seat)).toEqual([]);
            for (const move of moves)
              expect(game.apply(state, seat, move, new Rng({ seed: '00', drawn: 0 }))).toMatchObject({
                ok: false,
                reason: expect.stringMatching(/\w/),
                ...(game.judgesEveryMove ? { code: expect.stringMatching(/^[A-Z]+(_[A-Z]+)*$/) } : {}),
              });
          }
        }
      });
    });

    it('answers every input of an agent with an error text, a refusal or a move', () => {
      const nonsense = fc.oneof(
        fc.jsonValue(),
        fc.string(),
        fc.record({ move: fc.jsonValue() }),
        fc.constantFrom('e9e4', 'D4', '{"number":7}', '-1', 'O-O-O-O', 'Kxk9'),
      );
      fc.assert(
        fc.property(seeds, nonsense, (seed, sent) => {
          const { state } = game.setup({
            options: game.options.parse({}),
            seats: game.seats.min,
            rng: new Rng({ seed, drawn: 0 }),
          });
          const seat = game.actors(state)[0] ?? 0;
          const parsed = game.move.safeParse(sent);
          if (!parsed.success) expect(parsed.error.issues[0]?.message).toMatch(/\w/);
          else {
            const applied = game.apply(state, seat, parsed.data, new Rng({ seed, drawn: 0 }));
            if (!applied.ok) expect(applied.reason).toMatch(/\w/);
          }
        }),
        { numRuns: 300 },
      );
    });

    it('replays identically from the same seed and inputs', () => {
      forManyGames(game, (played, seed) => {
        const again = resimulate({
          gameId: game.id,
          seed,
          options: {},
          seats: played.seats,
          inputs: json(played.steps.map(({ input }) => input)),
        });
        expect(again.steps[0]).toEqual({ state: played.first, events: played.setupEvents, positionChanged: true });
        expect(again.steps.slice(1)).toEqual(
          played.steps.map(({ after, events, positionChanged }) => ({ state: after, events, positionChanged })),
        );
        expect(again.outcome).toEqual(game.outcome(played.last));
      });
    });

    it('starts a new clock only with a new turn or phase, and never reuses a clock key', () => {
      forManyGames(game, ({ first, steps }) => {
        const seen = new Set<string>();
        let running = game.clock(first, 60_000)?.key;
        if (running) seen.add(running);
        for (const { before, input, after } of steps) {
          const clock = game.clock(after, 60_000);
          if (clock) expect(clock.limitMs).toBeGreaterThan(0);
          expect(game.clock(json(after), 60_000)).toEqual(clock);
          const stillAwaited = awaitedSeats(game, before).filter(
            (seat) => seat !== input.seat && awaitedSeats(game, after).includes(seat),
          );
          if (input.seat !== null && stillAwaited.length > 0) expect(clock?.key).toBe(running);
          if (input.seat === null) expect(clock?.key).not.toBe(running);
          if (clock && clock.key !== running) {
            expect(seen.has(clock.key), clock.key).toBe(false);
            seen.add(clock.key);
          }
          running = clock?.key;
        }
      });
    });

    it('gives every viewer JSON and a text, and addresses events to existing audiences', () => {
      forManyGames(game, (played, _seed, choices) => {
        for (const state of someStates(played, choices)) {
          for (const viewer of viewersOf(played.seats)) {
            const view = game.view(state, whileRunning(viewer));
            expect(json(view)).toEqual(view);
            expect(game.describe(view, viewer).trim()).not.toBe('');
          }
        }
        for (const event of eventsOf(played)) expectWellFormed(event, played, game);
      });
    });

    it('uses no event field that the runtime adds', () => {
      forManyGames(game, ({ setupEvents, steps }) => {
        const moves = steps.filter(({ positionChanged }) => positionChanged);
        for (const { data } of [...setupEvents, ...moves.flatMap(({ events }) => events)])
          for (const added of ['ply', 'view', 'text', 'clock']) expect(data).not.toHaveProperty(added);
      });
    });

    it('knows draws by agreement only between two players who see everything, and judges them', () => {
      const instructions = game.instructions(game.options.parse({}));
      if (!game.drawByAgreement) return expect(instructions).not.toContain('offer_draw');
      expect(game.seats).toMatchObject({ min: 2, max: 2 });
      expect(game.information).toBe('perfect');
      expect(game.judge).toBeDefined();
      expect(instructions).toContain('offer_draw');
    });

    it('has instructions and an action schema, and parses its own options', () => {
      const options = game.options.parse({});
      expect(game.instructions(options).length).toBeGreaterThan(200);
      expect(game.instructions(options)).toMatch(/legal_moves/);
      expect(game.options.safeParse({ no_such_option: true }).success).toBe(false);
      expect(game.options.parse(options)).toEqual(options);
      if (game.moveTimeS) expect(game.moveTimeS.fallback).toBeGreaterThanOrEqual(game.moveTimeS.min);
    });

    it.each(STRENGTHS)('has a house bot that plays legal moves at %s, deterministically', (strength) => {
      const runs = game.bot?.cost === 'heavy' ? 1 : runsOf(game);
      forManyGames(
        game,
        (played, seed, choices) => {
          for (const state of someStates(played, choices).slice(0, game.bot?.cost === 'heavy' ? 2 : 6)) {
            for (const seat of awaitedSeats(game, state)) {
              const legalMoves = json(game.legalMoves(state, seat));
              const request = {
                gameId: game.id,
                view: json(game.view(state, whileRunning(seat))),
                legalMoves,
                seat,
                strength,
                seed,
              };
              const move = chooseHere(request);
              if (game.bot?.conversation) expectPlayable(game, state, seat, move);
              else expect(legalMoves).toContainEqual(move);
              expect(chooseHere(request)).toEqual(move);
            }
          }
        },
        runs,
      );
    });
  });
}

/** The bot of a game with a conversation speaks its own words, which no list of legal moves contains. */
function expectPlayable(game: AnyGame, state: unknown, seat: number, move: unknown): void {
  const parsed: unknown = game.move.parse(json(move));
  expect(parsed).toEqual(move);
  const applied = game.apply(state, seat, parsed, new Rng({ seed: '00', drawn: 0 }));
  expect(applied.ok ? null : applied.reason, JSON.stringify(move)).toBeNull();
}

const eventsOf = ({ setupEvents, steps }: PlayedGame): GameEvent[] => [
  ...setupEvents,
  ...steps.flatMap(({ events }) => events),
];

/** The fields that name the viewer's side, by the rule of `GameDefinition.view`. */
const isOwnSide = (field: string) => /^you(r_|$)/.test(field);

function ownSide(view: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(view as object).filter(([field]) => isOwnSide(field)));
}

function withoutOwnSide(view: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(view as object).filter(([field]) => !isOwnSide(field)));
}

function expectWellFormed(event: GameEvent, { last, seats }: PlayedGame, game: AnyGame): void {
  const teams = Array.from({ length: seats }, (_, seat) => game.teamsOf?.(last, seat) ?? []).flat();
  const audiences = [
    'public',
    'omniscient',
    ...Array.from({ length: seats }, (_, seat) => `seat:${seat}`),
    ...teams.map((team) => `team:${team}`),
  ];
  expect(audiences).toContain(event.audience);
  expect(event.type).toMatch(/^[a-z]+(_[a-z]+)*$/);
  expect(game.eventTypes).toContain(event.type);
  expect(json(event.data)).toEqual(event.data);
}
