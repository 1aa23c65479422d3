import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GameEvent, type Seat, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { playAtRandom } from '@/lib/games/testing/play';
import { seeds } from '@/lib/games/testing/seeds';
import { werewolfTable as match, refusalOf } from '@/lib/games/testing/werewolf-table';
import { werewolf as game, type WerewolfMove, type WerewolfState } from '.';
import { phaseBrief, publicSummary, ROLE_PROMPTS } from './brief';
import { livingSeats, livingSide, type Phase, playerIdOf, type Role } from './state';

const typesSince = (events: readonly GameEvent[], from: number) => events.slice(from).map(({ type }) => type);

describe('the roles', () => {
  it('are 2 wolves, 1 seer, 1 doctor and 4 villagers in every match, on every seat alike', () => {
    const wolvesBySeat = Array.from({ length: 8 }, () => 0);
    const runs = 2_000;
    for (let run = 0; run < runs; run++) {
      const rng = new Rng({ seed: run.toString(16).padStart(64, '0'), drawn: 0 });
      const { roles } = game.setup({ options: game.options.parse({}), seats: 8, rng }).state;
      const count = (role: Role) => roles.filter((one) => one === role).length;
      expect([count('WEREWOLF'), count('SEER'), count('DOCTOR'), count('VILLAGER')]).toEqual([2, 1, 1, 4]);
      for (const [seat, role] of roles.entries())
        if (role === 'WEREWOLF') wolvesBySeat[seat] = (wolvesBySeat[seat] ?? 0) + 1;
    }
    for (const wolves of wolvesBySeat) expect(Math.abs(wolves - runs / 4)).toBeLessThan(runs * 0.06);
  });

  it('are sent to their players alone, and wolves know each other', () => {
    const table = match();
    const cards = table.events.filter(({ type }) => type === 'role_dealt');
    expect(cards.map(({ audience }) => audience)).toEqual(Array.from({ length: 8 }, (_, seat) => `seat:${seat}`));
    for (const { data } of cards) expect(String(data?.message)).toContain(ROLE_PROMPTS[data?.role as Role]);
    const [one, other] = table.wolves();
    expect(game.view(table.state, whileRunning(one)).you?.knownWolves).toEqual([one, other].map(playerIdOf).sort());
    expect(game.view(table.state, whileRunning(table.seatOf('SEER'))).you?.knownWolves).toEqual([]);
  });
});

describe('the phases', () => {
  it('follow the specification with the default timers, and each ends early only where it may', () => {
    const table = match();
    const order: [string, number | undefined][] = [];
    for (let step = 0; step < 8; step++) {
      const clock = game.clock(table.state, 0);
      order.push([table.state.phase, clock?.limitMs]);
      table.passTime();
    }
    expect(order).toEqual([
      ['LOBBY', 30_000],
      ['NIGHT', 45_000],
      ['DAY_ANNOUNCE', 10_000],
      ['DAY_OPENING', 120_000],
      ['DAY_DISCUSSION', 90_000],
      ['DAY_VOTE', 45_000],
      ['DAY_RESOLUTION', 10_000],
      ['NIGHT', 45_000],
    ]);
  });

  it('of LOBBY, DAY_OPENING and DAY_VOTE end when all are done; NIGHT and DAY_DISCUSSION never', () => {
    const table = match();
    for (let seat = 0; seat < 8; seat++) table.act(seat, { type: 'ready' });
    expect(table.state.phase).toBe('NIGHT');
    const victim = table.seatOf('VILLAGER');
    table.kill(victim);
    table.act(table.seatOf('SEER'), { type: 'seer_inspect', targetPlayerId: playerIdOf(victim) });
    table.act(table.seatOf('DOCTOR'), { type: 'doctor_protect', targetPlayerId: playerIdOf(table.seatOf('DOCTOR')) });
    expect(table.state.phase).toBe('NIGHT');
    table.until('DAY_OPENING');
    for (const seat of livingSeats(table.state)) table.act(seat, { type: 'say', text: 'Good morning.' });
    expect(table.state.phase).toBe('DAY_DISCUSSION');
    for (const seat of livingSeats(table.state)) table.act(seat, { type: 'say', text: 'Hm.' });
    expect(table.state.phase).toBe('DAY_DISCUSSION');
    table.until('DAY_VOTE');
    for (const seat of livingSeats(table.state)) table.act(seat, { type: 'vote', targetPlayerId: null });
    expect(table.state.phase).toBe('DAY_RESOLUTION');
  });

  it('count days from the first announcement', () => {
    const table = match();
    const days = ['LOBBY', 'NIGHT', 'DAY_ANNOUNCE'].map((phase) => table.until(phase as Phase).state.dayNumber);
    expect(days).toEqual([0, 0, 1]);
  });

  it('take their length from the options of the match', () => {
    const options = game.options.parse({ phase_ms: { NIGHT: 700 } });
    const { state } = game.setup({ options, seats: 8, rng: new Rng({ seed: '01'.repeat(32), drawn: 0 }) });
    expect(state.phaseMs).toMatchObject({ NIGHT: 700, DAY_VOTE: 45_000 });
    expect(game.options.safeParse({ phase_ms: { NIGHT: 0 } }).success).toBe(false);
    expect(game.options.safeParse({ phase_ms: { DUSK: 5 } }).success).toBe(false);
  });
});

describe('the night', () => {
  it('kills the target that both wolves chose, and reveals its role, in the order of the specification', () => {
    const table = match().until('NIGHT');
    const victim = table.seatOf('VILLAGER');
    table.kill(victim);
    const from = table.events.length;
    table.passTime();
    const publicTypes = table.events.slice(from).filter(({ audience }) => audience === 'public');
    expect(publicTypes.map(({ type }) => type)).toEqual([
      'phase_changed',
      'night_resolved',
      'player_eliminated',
      'narrated',
    ]);
    expect(publicTypes[1]?.data).toEqual({ killedPlayerId: playerIdOf(victim), savedByDoctor: false });
    expect(publicTypes[2]?.data).toMatchObject({ playerId: playerIdOf(victim), roleRevealed: 'VILLAGER' });
    expect(table.state.alive[victim]).toBe(false);
  });

  it('draws one of the targets of wolves that differ, the last one of each, and any other player without targets', () => {
    const killed = new Set<Seat | null | undefined>();
    for (let seed = 16; seed < 56; seed++) {
      const table = match(seed.toString(16)).until('NIGHT');
      const [first, second] = table.wolves();
      const [a = -1, b = -1, c = -1] = table.others();
      table.act(first, { type: 'wolf_kill', targetPlayerId: playerIdOf(c) });
      table.act(first, { type: 'wolf_kill', targetPlayerId: playerIdOf(a) });
      table.act(second, { type: 'wolf_kill', targetPlayerId: playerIdOf(b) });
      table.passTime();
      const victim = table.state.history[0]?.seat ?? null;
      expect([a, b]).toContain(victim);
      killed.add(victim === a ? 0 : 1);
      const idle = match(seed.toString(16)).until('DAY_ANNOUNCE');
      expect(idle.state.roles[idle.state.history[0]?.seat ?? -1]).not.toBe('WEREWOLF');
    }
    expect(killed.size).toBe(2);
  });

  it('kills nobody whom the doctor protects', () => {
    const table = match().until('NIGHT');
    const victim = table.seatOf('VILLAGER');
    table.kill(victim);
    table.act(table.seatOf('DOCTOR'), { type: 'doctor_protect', targetPlayerId: playerIdOf(victim) });
    table.passTime();
    expect(table.events.find(({ type }) => type === 'night_resolved')?.data).toEqual({
      killedPlayerId: null,
      savedByDoctor: true,
    });
    expect(livingSeats(table.state)).toHaveLength(8);
  });

  it('lets the doctor protect itself, change its mind, and nobody twice in a row; a night without protection clears that', () => {
    const table = match().until('NIGHT');
    const doctor = table.seatOf('DOCTOR');
    const protect = (target: Seat): WerewolfMove => ({ type: 'doctor_protect', targetPlayerId: playerIdOf(target) });
    table.act(doctor, protect(table.seatOf('SEER')));
    table.act(doctor, protect(doctor));
    table.kill(doctor);
    table.until('DAY_VOTE').until('NIGHT');
    expect(refusalOf(table.attempt(doctor, protect(doctor)))).toMatchObject({ ok: false, code: 'INVALID_TARGET' });
    table.kill(table.seatOf('VILLAGER'));
    table.until('DAY_VOTE').until('NIGHT');
    expect(table.attempt(doctor, protect(doctor)).ok).toBe(true);
  });

  it('answers the seer immediately, once a night, and never about itself', () => {
    const table = match().until('NIGHT');
    const seer = table.seatOf('SEER');
    const [wolf] = table.wolves();
    const inspect = (target: Seat): WerewolfMove => ({ type: 'seer_inspect', targetPlayerId: playerIdOf(target) });
    expect(refusalOf(table.attempt(seer, inspect(seer))).code).toBe('INVALID_TARGET');
    const { events } = table.act(seer, inspect(wolf));
    expect(events[0]).toMatchObject({
      type: 'player_inspected',
      audience: `seat:${seer}`,
      data: { targetPlayerId: playerIdOf(wolf), alignment: 'WEREWOLF', night: 1 },
    });
    expect(refusalOf(table.attempt(seer, inspect(table.seatOf('DOCTOR')))).code).toBe('ALREADY_SUBMITTED');
    expect(game.view(table.state, whileRunning(seer)).you?.seerHistory).toEqual([
      { night: 1, targetPlayerId: playerIdOf(wolf), result: 'WEREWOLF' },
    ]);
  });

  it('sends and shows a wolf the target of its mate, and a dead wolf nothing of the pack', () => {
    const table = match().until('NIGHT');
    const [first, second] = table.wolves();
    const target = playerIdOf(table.seatOf('SEER'));
    const chosen = table.act(first, { type: 'wolf_kill', targetPlayerId: target }).events;
    const readers = (from: readonly GameEvent[]) =>
      from.filter(({ audience }) => audience !== 'omniscient').map(({ type, audience }) => [type, audience]);
    expect(readers(chosen)).toEqual([
      ['target_chosen', `seat:${first}`],
      ['pack_target_chosen', `seat:${second}`],
    ]);
    const targetsFor = (seat: Seat) => game.view(table.state, whileRunning(seat)).you?.packTargets;
    expect(targetsFor(second)).toEqual([{ byPlayerId: playerIdOf(first), targetPlayerId: target }]);
    table.voteOut(second);
    table.until('NIGHT');
    const alone = table.act(first, { type: 'wolf_kill', targetPlayerId: playerIdOf(table.others()[0] ?? -1) }).events;
    expect(readers(alone)).toEqual([['target_chosen', `seat:${first}`]]);
    expect(targetsFor(second)).toEqual([]);
    expect(game.teamsOf?.(table.state, second)).toEqual([]);
  });
});

describe('the vote', () => {
  it('eliminates by strict plurality, and nobody on a tie or without votes', () => {
    const plurality = match();
    plurality.voteOut(plurality.wolves()[0]);
    expect(plurality.state.history.at(-1)).toMatchObject({
      kind: 'VOTE',
      seat: plurality.state.roles.indexOf('WEREWOLF'),
    });
    const tie = match().until('DAY_VOTE');
    const [a = -1, b = -1, ...rest] = livingSeats(tie.state);
    tie.act(a, { type: 'vote', targetPlayerId: playerIdOf(b) });
    tie.act(b, { type: 'vote', targetPlayerId: playerIdOf(a) });
    for (const voter of rest) tie.act(voter, { type: 'vote', targetPlayerId: null });
    expect(tie.state.history.at(-1)).toMatchObject({ kind: 'VOTE', seat: null });
    const silent = match().until('DAY_RESOLUTION');
    expect(silent.state.history.at(-1)).toMatchObject({ kind: 'VOTE', seat: null });
  });

  it('can be changed until all have voted, for oneself too', () => {
    const table = match().until('DAY_VOTE');
    const [voter = -1, other = -1] = livingSeats(table.state);
    table.act(voter, { type: 'vote', targetPlayerId: playerIdOf(other) });
    table.act(voter, { type: 'vote', targetPlayerId: playerIdOf(voter), reason: 'Trust me.' });
    expect(game.view(table.state, whileRunning('spectator')).votes).toEqual([
      { voterPlayerId: playerIdOf(voter), targetPlayerId: playerIdOf(voter) },
    ]);
    expect(table.events.at(-1)?.data).toMatchObject({ reason: 'Trust me.' });
  });
});

describe('the end', () => {
  it('comes after DAY_RESOLUTION when the last wolf is voted out, and reveals every role', () => {
    const table = match();
    for (const wolf of table.wolves()) table.voteOut(wolf);
    expect(table.state.phase).toBe('DAY_RESOLUTION');
    const from = table.events.length;
    table.passTime();
    expect(typesSince(table.events, from)).toEqual(['phase_changed', 'game_ended', 'narrated']);
    expect(game.outcome(table.state)).toMatchObject({ reason: 'werewolves_eliminated', winner: null });
    const view = game.view(table.state, whileRunning('spectator'));
    expect(view.players.map(({ revealedRole }) => revealedRole)).toEqual(table.state.roles);
    expect(view.winningTeam).toBe('VILLAGERS');
  });

  it('comes after DAY_ANNOUNCE when the kill of the night gives parity', () => {
    const table = match();
    const [one = -1] = table.others();
    table.voteOut(one);
    table.until('DAY_ANNOUNCE').until('NIGHT').until('DAY_ANNOUNCE');
    const from = table.events.length;
    expect(table.state.winner).toBeNull();
    table.passTime();
    expect(table.state).toMatchObject({ phase: 'ENDED', winner: 'WEREWOLVES' });
    expect(typesSince(table.events, from)).toEqual(['phase_changed', 'game_ended', 'narrated']);
    expect(game.outcome(table.state)?.results.filter(({ result }) => result === 'win')).toHaveLength(2);
  });

  it('of a match that players leave: they die, lose, and do not stop the others', () => {
    const table = match().until('DAY_OPENING');
    const [first, second] = table.wolves();
    table.leave(first);
    expect(table.events.findLast(({ type }) => type === 'player_eliminated')?.data).toMatchObject({ cause: 'LEFT' });
    const villager = table.others()[0] ?? -1;
    table.leave(villager);
    expect(table.state.phase).toBe('DAY_OPENING');
    table.leave(second);
    expect(table.state).toMatchObject({ phase: 'ENDED', winner: 'VILLAGERS' });
    const results = game.outcome(table.state)?.results ?? [];
    expect(results[villager]?.result).toBe('loss');
    expect(results.filter(({ result }) => result === 'win')).toHaveLength(5);
  });
});

describe('a day on which players leave', () => {
  it('ends the match when the vote leaves only werewolves', () => {
    const table = match().until('DAY_OPENING');
    const others = table.others();
    for (const seat of others.slice(1)) table.leave(seat);
    table.voteOut(others[0] ?? -1);
    table.passTime();
    expect(table.state).toMatchObject({ phase: 'ENDED', winner: 'WEREWOLVES' });
  });
});

describe('public data', () => {
  it('has the same public events, word for word, whatever is chosen and said in secret', () => {
    fc.assert(
      fc.property(seeds, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (seed, picks) => {
        const play = (withSecrets: boolean) => {
          const rng = new Rng({ seed, drawn: 0 });
          const opened = game.setup({ options: game.options.parse({}), seats: 8, rng });
          const events = [...opened.events];
          let state = game.onDeadline?.(opened.state, rng).state ?? opened.state;
          const victim = livingSide(state, false)[0] ?? -1;
          const act = (seat: Seat, move: WerewolfMove) => {
            const applied = game.apply(state, seat, move, rng);
            if (!applied.ok) throw new Error(applied.reason);
            state = applied.state;
            events.push(...applied.events);
          };
          if (withSecrets) {
            for (const pick of picks) {
              const actors = game.actors(state);
              const seat = actors[pick % actors.length] ?? 0;
              const moves = game.legalMoves(state, seat).filter(({ type }) => type !== 'doctor_protect');
              const move = moves[pick % moves.length];
              if (move) act(seat, move);
            }
          }
          for (const wolf of livingSide(state, true))
            act(wolf, { type: 'wolf_kill', targetPlayerId: playerIdOf(victim) });
          const next = game.onDeadline?.(state, rng);
          events.push(...(next?.events ?? []));
          const view = game.view(next?.state ?? state, whileRunning('spectator'));
          return JSON.stringify([view, events.filter(({ audience }) => audience === 'public')]);
        };
        expect(play(true)).toBe(play(false));
      }),
      { numRuns: 60 },
    );
  });

  it('names nothing hidden in the summary and the brief of a villager', () => {
    const table = match().until('NIGHT');
    const villager = table.seatOf('VILLAGER');
    const text = phaseBrief(game.view(table.state, whileRunning(villager)), { leftMs: 31_400, limitedMs: 0 });
    expect(text).toContain('32 s left');
    expect(text).not.toMatch(/WEREWOLF|SEER|DOCTOR/);
    expect(publicSummary(game.view(table.state, whileRunning('omniscient')))).not.toMatch(/WEREWOLF|SEER|DOCTOR/);
  });

  it('tells each role what it must do, so that an agent can play without knowing the game', () => {
    const table = match().until('NIGHT');
    const actionOf = (seat: Seat) => game.view(table.state, whileRunning(seat)).you?.requiredAction;
    const [wolf] = table.wolves();
    expect(actionOf(wolf)).toEqual({
      type: 'WOLF_KILL',
      allowedTargets: table.others().map(playerIdOf),
      alreadySubmitted: false,
    });
    expect(actionOf(table.seatOf('VILLAGER'))).toEqual({ type: 'NONE', allowedTargets: [], alreadySubmitted: false });
    const seer = table.seatOf('SEER');
    expect(actionOf(seer)?.allowedTargets).toHaveLength(7);
    table.act(seer, { type: 'seer_inspect', targetPlayerId: playerIdOf(wolf) });
    expect(actionOf(seer)).toEqual({ type: 'SEER_INSPECT', allowedTargets: [], alreadySubmitted: true });
    table.until('DAY_OPENING');
    expect(actionOf(wolf)?.type).toBe('SPEAK_OPENING');
    table.until('DAY_DISCUSSION').act(wolf, { type: 'say', text: 'Hm.' });
    expect(actionOf(wolf)).toMatchObject({ type: 'SPEAK_DISCUSSION', alreadySubmitted: true });
    table.until('DAY_VOTE');
    expect(actionOf(wolf)).toMatchObject({ type: 'VOTE', allowedTargets: livingSeats(table.state).map(playerIdOf) });
  });
});

describe('random matches', () => {
  const NEXT: Record<Phase, readonly Phase[]> = {
    LOBBY: ['NIGHT'],
    NIGHT: ['DAY_ANNOUNCE'],
    DAY_ANNOUNCE: ['DAY_OPENING', 'ENDED'],
    DAY_OPENING: ['DAY_DISCUSSION'],
    DAY_DISCUSSION: ['DAY_VOTE'],
    DAY_VOTE: ['DAY_RESOLUTION'],
    DAY_RESOLUTION: ['NIGHT', 'ENDED'],
    ENDED: [],
  };

  it('keep the order of phases, lose no player, and are won by both sides', () => {
    const winners: Record<string, number> = { VILLAGERS: 0, WEREWOLVES: 0 };
    for (let run = 0; run < 400; run++) {
      const seed = (run * 7919).toString(16).padStart(64, '0');
      const { steps } = playAtRandom(game, seed, new Rng({ seed: seed.replaceAll('0', 'a'), drawn: 0 }));
      for (const { before, after, input } of steps as {
        before: WerewolfState;
        after: WerewolfState;
        input: { move: unknown };
      }[]) {
        const isLeaving = (input.move as { type?: string } | null)?.type === 'resign';
        if (before.phase !== after.phase && !(isLeaving && after.phase === 'ENDED'))
          expect(NEXT[before.phase]).toContain(after.phase);
        expect(after.roles).toBe(before.roles);
        const dead = after.alive.filter((alive) => !alive).length;
        expect(after.history.filter(({ seat }) => seat !== null)).toHaveLength(dead);
        for (const [seat, alive] of after.alive.entries()) if (alive) expect(before.alive[seat]).toBe(true);
      }
      const winner = (steps.at(-1)?.after as WerewolfState | undefined)?.winner;
      winners[winner ?? ''] = (winners[winner ?? ''] ?? 0) + 1;
    }
    expect(winners.VILLAGERS).toBeGreaterThan(10);
    expect(winners.WEREWOLVES).toBeGreaterThan(10);
  });
});
