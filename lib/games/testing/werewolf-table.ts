import type { GameEvent, Seat } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { werewolf as game, type WerewolfMove, type WerewolfState } from '@/lib/games/werewolf';
import { livingSeats, livingSide, type Phase, playerIdOf, type Role } from '@/lib/games/werewolf/state';

/** A match of Werewolf from a fixed seed, played by the rules alone; `events` collects what happens. */
export function werewolfTable(seed = '09') {
  const rng = new Rng({ seed: seed.repeat(32), drawn: 0 });
  const opened = game.setup({ options: game.options.parse({}), seats: 8, rng });
  let { state } = opened;
  const events: GameEvent[] = [...opened.events];
  const table = {
    events,
    get state(): WerewolfState {
      return state;
    },
    wolves: () => livingSide(state, true) as [Seat, Seat],
    others: () => livingSide(state, false),
    seatOf: (role: Role) => state.roles.indexOf(role),
    attempt: (seat: Seat, move: WerewolfMove) => game.apply(state, seat, move, rng),
    act(seat: Seat, move: WerewolfMove) {
      const applied = game.apply(state, seat, move, rng);
      if (!applied.ok) throw new Error(`${applied.code}: ${applied.reason}`);
      state = applied.state;
      events.push(...applied.events);
      return applied;
    },
    leave(seat: Seat) {
      const left = game.leaving?.leave(state, seat, rng);
      if (!left) throw new Error('cannot leave');
      state = left.state;
      events.push(...left.events);
    },
    passTime() {
      const next = game.onDeadline?.(state, rng);
      if (!next) throw new Error('no deadline');
      state = next.state;
      events.push(...next.events);
    },
    until(phase: Phase) {
      for (let step = 0; step < 60 && state.phase !== phase; step++) table.passTime();
      if (state.phase !== phase) throw new Error(`never ${phase}`);
      return table;
    },
    kill: (target: Seat) => {
      for (const wolf of livingSide(state, true))
        table.act(wolf, { type: 'wolf_kill', targetPlayerId: playerIdOf(target) });
    },
    voteOut(target: Seat) {
      table.until('DAY_VOTE');
      for (const voter of livingSeats(state)) table.act(voter, { type: 'vote', targetPlayerId: playerIdOf(target) });
    },
  };
  return table;
}

/** What a refused move was answered. */
export const refusalOf = (applied: { ok: boolean }) => applied as { ok: false; code: string; reason: string };
