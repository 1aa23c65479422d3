import { describe, expect, it } from 'vitest';
import { type Seat, whileRunning } from '@/lib/core/game';
import { Rng, sha256Hex } from '@/lib/core/rng';
import type { MatchRow } from '@/lib/domain/matches';
import { advance } from '@/lib/domain/matches/transition';
import { type WerewolfMove, type WerewolfState, werewolf } from '@/lib/games/werewolf';
import { actors, awaited, legalMoves } from '@/lib/games/werewolf/moves';
import { playerIdOf } from '@/lib/games/werewolf/state';
import type { RequiredActionType } from '@/lib/games/werewolf/view';
import { suggestCall } from './next-action';
import { newWerewolfMatch } from './testing/match-without-database';
import type { SuggestedCall } from './werewolf.schema';

const SEEDS = Array.from({ length: 30 }, (_, index) => index + 1);
const SEATS: readonly Seat[] = [0, 1, 2, 3, 4, 5, 6, 7];
const TIMED_PHASES = ['LOBBY', 'NIGHT', 'DAY_ANNOUNCE', 'DAY_OPENING', 'DAY_DISCUSSION', 'DAY_VOTE', 'DAY_RESOLUTION'];

const stateOf = ({ state }: MatchRow) => state as WerewolfState;

/** The move that a tool makes of its arguments. */
const MOVE_OF: Record<string, WerewolfMove['type']> = {
  'et.werewolf.match.ready': 'ready',
  'et.werewolf.match.say_public': 'say',
  'et.werewolf.match.vote': 'vote',
  'et.werewolf.match.night.wolf_kill': 'wolf_kill',
  'et.werewolf.match.night.seer_inspect': 'seer_inspect',
  'et.werewolf.match.night.doctor_protect': 'doctor_protect',
};

const TYPE_OF: Partial<Record<RequiredActionType, WerewolfMove['type']>> = {
  WOLF_KILL: 'wolf_kill',
  SEER_INSPECT: 'seer_inspect',
  DOCTOR_PROTECT: 'doctor_protect',
  VOTE: 'vote',
};

/** The moves that a suggested call allows: one for each choice, and any words for a message. */
function movesOf({ tool, arguments: { matchId: _, ...args }, choices }: SuggestedCall): WerewolfMove[] {
  const type = MOVE_OF[tool];
  const base = type === 'say' ? { type, text: 'Any words.', ...args } : { type, ...args };
  const filled = choices ? choices.targetPlayerId.map((targetPlayerId) => ({ ...base, targetPlayerId })) : [base];
  return filled as WerewolfMove[];
}

/** The moves that requiredAction of get_state allows by its targets. */
function movesOfRequiredAction(state: WerewolfState, seat: Seat): WerewolfMove[] {
  const { type, allowedTargets } = werewolf.view(state, whileRunning(seat)).you?.requiredAction ?? { type: 'NONE' };
  const move = TYPE_OF[type];
  return move ? (allowedTargets ?? []).map((targetPlayerId) => ({ type: move, targetPlayerId }) as WerewolfMove) : [];
}

const refusal = (state: WerewolfState, seat: Seat, move: WerewolfMove): string | null => {
  const applied = werewolf.apply(state, seat, move, new Rng({ seed: sha256Hex('any'), drawn: 0 }));
  return applied.ok ? null : `${state.phase} ${playerIdOf(seat)} ${JSON.stringify(move)}: ${applied.code}`;
};

/** What is suggested and refused, or awaited and not suggested, at one moment of a match. */
function findFaults(match: MatchRow): string[] {
  const state = stateOf(match);
  return SEATS.flatMap((seat) => {
    const call = suggestCall(match, seat);
    const isAwaited = match.status === 'active' && awaited(state).includes(seat);
    const missing = isAwaited === (call !== null) ? [] : [`${state.phase} ${playerIdOf(seat)} awaited: ${isAwaited}`];
    const moves = [...(call ? movesOf(call) : []), ...movesOfRequiredAction(state, seat)];
    return [...missing, ...moves.flatMap((move) => refusal(state, seat, move) ?? [])];
  });
}

/** Plays a match at random, and calls `check` at each of its moments. Most votes abstain, so that it has many days. */
function play(seed: number, check: (match: MatchRow) => void): void {
  const rng = new Rng({ seed: sha256Hex(`players ${seed}`), drawn: 0 });
  let match = newWerewolfMatch(sha256Hex(`match ${seed}`)).match;
  check(match);
  for (let step = 0; match.status === 'active' && step < 500; step++) {
    const state = stateOf(match);
    const able = actors(state);
    const seat = rng.int(10) < 9 && able.length > 0 ? rng.pick(able) : null;
    const at = match.deadlineAt ?? new Date(0);
    const next =
      seat === null
        ? advance(werewolf, match, { kind: 'deadline' }, at)
        : advance(
            werewolf,
            match,
            { kind: 'move', seat, move: chooseMove(state, seat, rng) },
            match.clockStartedAt ?? at,
          );
    if ('refused' in next) throw new Error(next.refused);
    match = next.match;
    check(match);
  }
}

function chooseMove(state: WerewolfState, seat: Seat, rng: Rng): WerewolfMove {
  if (state.phase === 'DAY_VOTE' && rng.int(4) > 0) return { type: 'vote', targetPlayerId: null };
  return rng.pick(legalMoves(state, seat));
}

describe('a suggested action', () => {
  it('is accepted, in every phase, for every role, in thirty matches', () => {
    const seen = new Set<string>();
    const faults: string[] = [];
    for (const seed of SEEDS) {
      play(seed, (match) => {
        const { phase, roles, alive } = stateOf(match);
        for (const seat of SEATS) if (alive[seat]) seen.add(`${phase} ${roles[seat]}`);
        if (alive.includes(false)) seen.add(`${phase} dead`);
        faults.push(...findFaults(match));
      });
    }
    expect(faults).toEqual([]);
    const roles = ['VILLAGER', 'WEREWOLF', 'SEER', 'DOCTOR'];
    const wanted = TIMED_PHASES.flatMap((phase) => roles.map((role) => `${phase} ${role}`));
    expect([...seen]).toEqual(expect.arrayContaining([...wanted, 'NIGHT dead', 'DAY_VOTE dead', 'ENDED dead']));
  });

  it('names the choices, also to abstain from a vote, so that one answer is enough to act on', () => {
    let match = newWerewolfMatch(sha256Hex('choices')).match;
    const calls = new Map<string, SuggestedCall>();
    while (stateOf(match).phase !== 'DAY_RESOLUTION') {
      for (const seat of SEATS) {
        const call = suggestCall(match, seat);
        if (call) calls.set(call.tool.replace('et.werewolf.match.', ''), call);
      }
      const next = advance(werewolf, match, { kind: 'deadline' }, match.deadlineAt ?? new Date(0));
      if ('refused' in next) throw new Error(next.refused);
      match = next.match;
    }
    expect([...calls.keys()].sort()).toEqual([
      'night.doctor_protect',
      'night.seer_inspect',
      'night.wolf_kill',
      'ready',
      'say_public',
      'vote',
    ]);
    const living = stateOf(match).alive.flatMap((isAlive, seat) => (isAlive ? [playerIdOf(seat)] : []));
    expect(calls.get('vote')?.choices?.targetPlayerId).toEqual([...living, null]);
    expect(calls.get('night.wolf_kill')?.choices?.targetPlayerId).toHaveLength(6);
    expect(calls.get('say_public')).toMatchObject({ arguments: { kind: 'DISCUSSION' } });
  });
});
