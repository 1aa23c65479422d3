import { describe, expect, it } from 'vitest';
import { type Applied, afterTheEnd, awaitedSeats, type GameEvent, type Seat, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { masquerade as game, type MasqueradeMove } from './masquerade';
import { livingSeats, livingSeatsByTeam, type MasqueradeState } from './masquerade-state';

/** A party of eight whose roles come from a fixed seed; `events` collects what the moves led to. */
function party() {
  const rng = new Rng({ seed: '09'.repeat(32), drawn: 0 });
  let { state } = game.setup({ options: game.options.parse({}), seats: 8, rng });
  const events: GameEvent[] = [];
  const attempt = (seat: Seat, move: MasqueradeMove): Applied<MasqueradeState> => game.apply(state, seat, move, rng);
  return {
    events,
    attempt,
    get state(): MasqueradeState {
      return state;
    },
    seatOf: (role: string) => state.roles.indexOf(role as never),
    act(seat: Seat, move: MasqueradeMove) {
      const applied = attempt(seat, move);
      if (!applied.ok) throw new Error(applied.reason);
      state = applied.state;
      events.push(...applied.events);
      return applied;
    },
    passTime() {
      const next = game.onDeadline?.(state, rng);
      if (!next) throw new Error('no deadline');
      state = next.state;
      events.push(...next.events);
    },
  };
}

/** A party on its first day. */
function dayParty() {
  const day = party();
  day.passTime();
  day.passTime();
  return day;
}

/** A party at its first vote. */
function voteParty() {
  const vote = dayParty();
  vote.passTime();
  return vote;
}

describe('the night', () => {
  it('sends marks to the masked players and the result of the watcher to the watcher alone', () => {
    const night = party();
    const [first] = livingSeatsByTeam(night.state, true) as [Seat];
    const [victim] = livingSeatsByTeam(night.state, false) as [Seat];
    night.act(first, { type: 'mark', target: victim });
    night.act(night.seatOf('watcher'), { type: 'watch', target: first });
    expect(night.events.map(({ audience }) => audience)).toEqual(['team:masked', `seat:${night.seatOf('watcher')}`]);
    expect(night.events[1]?.data).toEqual({ night: 1, target: first, masked: true });
  });

  it('lasts until its deadline even when no seat is awaited, so that its length shows nothing', () => {
    const night = party();
    for (const seat of livingSeatsByTeam(night.state, true))
      night.act(seat, { type: 'mark', target: livingSeatsByTeam(night.state, false)[0] as Seat });
    night.act(night.seatOf('watcher'), { type: 'watch', target: night.seatOf('masked') });
    expect(awaitedSeats(game, night.state)).toEqual([]);
    expect(game.actors(night.state)).toEqual(livingSeatsByTeam(night.state, true));
    expect(night.state.phase).toBe('night');
    night.passTime();
    expect(night.state.phase).toBe('announce');
    expect(game.actors(night.state)).toEqual([]);
  });

  it('takes the last mark of each masked player, and a random target without marks', () => {
    const night = party();
    const [one, two] = livingSeatsByTeam(night.state, false) as [Seat, Seat];
    for (const seat of livingSeatsByTeam(night.state, true)) {
      night.act(seat, { type: 'mark', target: one });
      night.act(seat, { type: 'mark', target: two });
    }
    night.passTime();
    expect(livingSeats(night.state)).not.toContain(two);
    const quiet = party();
    quiet.passTime();
    expect(livingSeatsByTeam(quiet.state, false)).toHaveLength(5);
  });

  it('carries messages of the masked players to their team alone', () => {
    const night = party();
    const [first] = livingSeatsByTeam(night.state, true) as [Seat];
    const applied = night.act(first, { type: 'say', text: 'Seat 3?' });
    expect(applied).toMatchObject({ state: night.state, positionChanged: false });
    expect(applied.events).toEqual([
      { type: 'said', audience: 'team:masked', data: { day: 1, seat: first, text: 'Seat 3?' } },
    ]);
  });
});

describe('the day', () => {
  it('accepts any number of messages without changing the state', () => {
    const day = dayParty();
    const [seat] = livingSeats(day.state) as [Seat];
    const before = day.state;
    for (let index = 0; index < 20; index++) {
      const applied = day.act(seat, { type: 'say', text: `Message ${index}` });
      expect(applied).toMatchObject({ positionChanged: false, events: [{ type: 'said', audience: 'public' }] });
    }
    expect(day.state).toEqual(before);
    expect(JSON.stringify(game.view(day.state, whileRunning('spectator')))).not.toContain('Message');
  });

  it('lets a player who has finished talking speak, without waiting for them', () => {
    const day = dayParty();
    const [seat] = livingSeats(day.state) as [Seat];
    day.act(seat, { type: 'done' });
    expect(awaitedSeats(game, day.state)).not.toContain(seat);
    expect(game.actors(day.state)).toContain(seat);
    expect(day.attempt(seat, { type: 'say', text: 'One more thing.' }).ok).toBe(true);
  });

  it('ends early when all living players have finished talking', () => {
    const day = dayParty();
    const seats = livingSeats(day.state);
    for (const seat of seats.slice(1)) day.act(seat, { type: 'done' });
    expect(day.state.phase).toBe('day');
    day.act(seats[0] as Seat, { type: 'done' });
    expect(day.state.phase).toBe('vote');
  });
});

describe('the vote', () => {
  it('waits for each voter once, and takes a changed vote until all have voted', () => {
    const vote = voteParty();
    const suspect = vote.seatOf('masked');
    const [last, ...voters] = livingSeats(vote.state) as [Seat, ...Seat[]];
    for (const seat of voters) vote.act(seat, { type: 'vote', target: suspect });
    vote.act(voters[0] as Seat, { type: 'vote', target: null });
    expect(awaitedSeats(game, vote.state)).toEqual([last]);
    expect(game.actors(vote.state)).toEqual([last, ...voters]);
    vote.act(last, { type: 'vote', target: suspect });
    expect(vote.state).toMatchObject({ phase: 'night', day: 2 });
    expect(vote.events).toContainEqual({
      type: 'player_eliminated',
      audience: 'public',
      data: { seat: suspect, role: 'masked' },
    });
  });

  it('shows that a seat has voted, and its choice only to the seat and to omniscient viewers', () => {
    const vote = voteParty();
    const [voter, other] = livingSeats(vote.state) as [Seat, Seat];
    vote.act(voter, { type: 'vote', target: other });
    const viewTexts = (viewer: Seat | 'spectator' | 'omniscient') => {
      const { voted, vote: choice } = game.view(vote.state, whileRunning(viewer)).seats[voter] ?? {};
      return [voted, choice];
    };
    expect([viewTexts('spectator'), viewTexts(other), viewTexts(voter), viewTexts('omniscient')]).toEqual([
      [true, null],
      [true, null],
      [true, other],
      [true, other],
    ]);
    expect(vote.events.at(-1)?.audience).toBe('omniscient');
  });

  it('eliminates no player on a tie', () => {
    const vote = voteParty();
    const [one, two] = livingSeats(vote.state) as [Seat, Seat];
    vote.act(one, { type: 'vote', target: two });
    vote.act(two, { type: 'vote', target: one });
    vote.passTime();
    expect(livingSeats(vote.state)).toHaveLength(7);
  });

  it('is won by the guests when no masked player is left, and all roles are revealed then', () => {
    const vote = voteParty();
    while (game.outcome(vote.state) === null) {
      if (vote.state.phase === 'vote') {
        const target = livingSeatsByTeam(vote.state, true)[0] as Seat;
        for (const seat of livingSeats(vote.state)) vote.act(seat, { type: 'vote', target });
      } else vote.passTime();
    }
    expect(game.outcome(vote.state)).toMatchObject({ reason: 'unmasked', winner: null });
    const { seats } = game.view(vote.state, afterTheEnd('spectator'));
    expect(seats.every(({ role }) => role !== null)).toBe(true);
  });
});

describe('a refusal', () => {
  const codeOf = (applied: Applied<MasqueradeState>) => (applied.ok ? 'accepted' : applied.code);

  it('names the role that may do it', () => {
    const night = party();
    const target = night.seatOf('masked');
    expect(codeOf(night.attempt(night.seatOf('guest'), { type: 'mark', target }))).toBe('WRONG_ROLE');
    expect(codeOf(night.attempt(night.seatOf('guest'), { type: 'watch', target }))).toBe('WRONG_ROLE');
    expect(codeOf(night.attempt(night.seatOf('guest'), { type: 'say', text: 'Help!' }))).toBe('WRONG_ROLE');
  });

  it('names the phase, also to seats that are not to act', () => {
    const night = party();
    expect(night.attempt(night.seatOf('guest'), { type: 'vote', target: null })).toMatchObject({
      code: 'WRONG_PHASE',
      reason: 'vote belongs to the vote; it is night now.',
    });
    night.passTime();
    expect(codeOf(night.attempt(0, { type: 'done' }))).toMatch(/WRONG_PHASE|PLAYER_DEAD/);
  });

  it('names the elimination for every move of an eliminated player', () => {
    const day = dayParty();
    const out = day.state.alive.indexOf(false);
    for (const move of [{ type: 'say', text: 'Boo.' }, { type: 'done' }, { type: 'vote', target: null }] as const)
      expect(codeOf(day.attempt(out, move))).toBe('PLAYER_DEAD');
  });

  it('distinguishes a wrong target from a repeated action', () => {
    const night = party();
    const watcher = night.seatOf('watcher');
    const [masked, mate] = livingSeatsByTeam(night.state, true) as [Seat, Seat];
    expect(codeOf(night.attempt(masked, { type: 'mark', target: mate }))).toBe('INVALID_TARGET');
    expect(codeOf(night.attempt(watcher, { type: 'watch', target: watcher }))).toBe('INVALID_TARGET');
    night.act(watcher, { type: 'watch', target: masked });
    expect(codeOf(night.attempt(watcher, { type: 'watch', target: mate }))).toBe('ALREADY_SUBMITTED');
    const day = dayParty();
    const [seat] = livingSeats(day.state) as [Seat];
    day.act(seat, { type: 'done' });
    expect(codeOf(day.attempt(seat, { type: 'done' }))).toBe('ALREADY_SUBMITTED');
  });

  it('rejects a seat that does not exist', () => {
    expect(codeOf(party().attempt(8, { type: 'done' }))).toBe('NOT_A_PLAYER');
  });
});
