import { describe, expect, it } from 'vitest';
import { awaitedSeats, type GameEvent, type Seat, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { masquerade as game, type MasqueradeMove } from './masquerade';
import { living, livingWith, type MasqueradeState } from './masquerade-state';

/** A party of eight whose roles come from a fixed seed; `said` gathers the public events. */
function party() {
  const rng = new Rng({ seed: '09'.repeat(32), drawn: 0 });
  let { state } = game.setup({ options: game.options.parse({}), seats: 8, rng });
  const events: GameEvent[] = [];
  return {
    events,
    get state(): MasqueradeState {
      return state;
    },
    seatOf: (role: string) => state.roles.indexOf(role as never),
    act(seat: Seat, move: MasqueradeMove) {
      const applied = game.apply(state, seat, move, rng);
      if (!applied.ok) throw new Error(applied.reason);
      state = applied.state;
      events.push(...applied.events);
    },
    refused(seat: Seat, move: MasqueradeMove) {
      const applied = game.apply(state, seat, move, rng);
      return applied.ok ? 'accepted' : applied.reason;
    },
    timePasses() {
      const next = game.onDeadline?.(state, rng);
      if (!next) throw new Error('no deadline');
      state = next.state;
      events.push(...next.events);
    },
  };
}

describe('the night', () => {
  it('tells marks to the masked and what was watched to the watcher alone', () => {
    const night = party();
    const [first] = livingWith(night.state, true) as [Seat];
    const [victim] = livingWith(night.state, false) as [Seat];
    night.act(first, { type: 'mark', target: victim });
    night.act(night.seatOf('watcher'), { type: 'watch', target: first });
    expect(night.events.map(({ audience }) => audience)).toEqual(['team:masked', `seat:${night.seatOf('watcher')}`]);
    expect(night.events[1]?.data).toEqual({ night: 1, target: first, masked: true });
  });

  it('lasts to its end even when all are done, so that its length tells nothing', () => {
    const night = party();
    for (const seat of livingWith(night.state, true))
      night.act(seat, { type: 'mark', target: livingWith(night.state, false)[0] as Seat });
    night.act(night.seatOf('watcher'), { type: 'watch', target: night.seatOf('masked') });
    expect(awaitedSeats(game, night.state)).toEqual([]);
    expect(night.state.phase).toBe('night');
    night.timePasses();
    expect(night.state.phase).toBe('announce');
    expect(game.actors(night.state)).toEqual([]);
  });

  it('takes the mark that was set last, and somebody by chance when there is none', () => {
    const night = party();
    const [one, two] = livingWith(night.state, false) as [Seat, Seat];
    for (const seat of livingWith(night.state, true)) {
      night.act(seat, { type: 'mark', target: one });
      night.act(seat, { type: 'mark', target: two });
    }
    night.timePasses();
    expect(living(night.state)).not.toContain(two);
    const quiet = party();
    quiet.timePasses();
    expect(livingWith(quiet.state, false)).toHaveLength(5);
  });

  it('refuses what a role may not do', () => {
    const night = party();
    const [masked, mate] = livingWith(night.state, true) as [Seat, Seat];
    expect(night.refused(night.seatOf('guest'), { type: 'mark', target: masked })).toMatch(/Only the masked/);
    expect(night.refused(masked, { type: 'mark', target: mate })).toMatch(/do not mark each other/);
    expect(night.refused(masked, { type: 'vote', target: null })).toMatch(/it is night now/);
    night.act(night.seatOf('watcher'), { type: 'watch', target: masked });
    expect(night.refused(night.seatOf('watcher'), { type: 'watch', target: mate })).toMatch(/tonight/);
  });
});

describe('the day', () => {
  function dawn() {
    const day = party();
    day.timePasses();
    day.timePasses();
    return day;
  }

  it('ends early when all have spoken, and the vote when all have voted', () => {
    const day = dawn();
    for (const seat of living(day.state)) day.act(seat, { type: 'say', text: 'Good morning.' });
    expect(day.state.phase).toBe('vote');
    const suspect = day.seatOf('masked');
    const voters = living(day.state);
    for (const seat of voters.slice(1)) day.act(seat, { type: 'vote', target: suspect });
    day.act(voters[1] as Seat, { type: 'vote', target: null });
    expect(day.state.phase).toBe('vote');
    day.act(voters[0] as Seat, { type: 'vote', target: suspect });
    expect(day.state).toMatchObject({ phase: 'night', day: 2 });
    expect(day.events).toContainEqual({
      type: 'player_eliminated',
      audience: 'public',
      data: { seat: suspect, role: 'masked' },
    });
  });

  it('sends nobody away on a tie', () => {
    const day = dawn();
    day.timePasses();
    const [one, two] = living(day.state) as [Seat, Seat];
    day.act(one, { type: 'vote', target: two });
    day.act(two, { type: 'vote', target: one });
    day.timePasses();
    expect(living(day.state)).toHaveLength(7);
  });

  it('is won by the guests when no mask is left, and reveals all roles then', () => {
    const day = dawn();
    while (game.outcome(day.state) === null) {
      if (day.state.phase === 'vote') {
        const target = livingWith(day.state, true)[0] as Seat;
        for (const seat of living(day.state)) day.act(seat, { type: 'vote', target });
      } else day.timePasses();
    }
    expect(game.outcome(day.state)).toMatchObject({ reason: 'unmasked', winner: null });
    expect(game.view(day.state, whileRunning('spectator')).seats.every(({ role }) => role !== null)).toBe(true);
  });
});
