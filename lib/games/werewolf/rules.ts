import type { Applied, GameEvent, Outcome, Seat } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import { ROLE_PROMPTS } from './brief';
import { eliminationEvent, event, publicEvent, toSeat, WOLF_TEAM } from './events';
import { actors, awaited, findRefusal, kindOf, legalMoves, type WerewolfMove } from './moves';
import { cliffhangerOf, memoryOf, narratePublicly, narrateToOmniscient, publicFacts, readyLine } from './narrator';
import {
  DEALT_ROLES,
  forEachSeat,
  isWolf,
  livingSide,
  type Night,
  type Phase,
  playerIdOf,
  pluralityOf,
  type Role,
  runningNight,
  seatOfPlayer,
  type Team,
  type WerewolfOptions,
  type WerewolfState,
} from './state';

/** A state and the events that led to it. */
export interface Turn {
  state: WerewolfState;
  events: GameEvent[];
}

const NARRATOR_SEED_BYTES = 16;

/** Deals the roles. The public events of a setup are the same for all roles. */
export function setup({ options, rng }: { options: WerewolfOptions; rng: Rng }): Turn {
  const roles = rng.shuffle(DEALT_ROLES);
  const state: WerewolfState = {
    phaseMs: options.phase_ms,
    narratorSeed: rng.hex(NARRATOR_SEED_BYTES),
    phase: 'LOBBY',
    dayNumber: 0,
    roles,
    alive: forEachSeat(true),
    left: forEachSeat(false),
    ready: forEachSeat(false),
    spoken: forEachSeat(false),
    votes: forEachSeat(null),
    nights: [],
    history: [],
    winner: null,
  };
  const wolves = livingSide(state, true).map(playerIdOf);
  const cards = roles.map((role, seat) =>
    toSeat(seat, 'role_dealt', {
      playerId: playerIdOf(seat),
      role,
      knownWolves: role === 'WEREWOLF' ? wolves : [],
      message: `You are ${playerIdOf(seat)}, ${ROLE_NAMES[role]}.${mateSentence(
        role,
        wolves.find((id) => id !== playerIdOf(seat)),
      )} ${ROLE_PROMPTS[role]}`,
    }),
  );
  const occasion = { narratorSeed: state.narratorSeed, moment: 'GATHERING', turn: 0 } as const;
  const [player, other] = wolves;
  return {
    state,
    events: [...cards, ...narratePublicly(occasion), ...narrateToOmniscient({ ...occasion, facts: { player, other } })],
  };
}

const mateSentence = (role: Role, mate: string | undefined): string =>
  role === 'WEREWOLF' ? ` The other werewolf is ${mate}.` : '';

/** Applies a move, and ends the phase where nobody is awaited any more. A night lasts until its deadline. */
export function apply(state: WerewolfState, seat: Seat, move: WerewolfMove, rng: Rng): Applied<WerewolfState> {
  const refusal = findRefusal(state, seat, move);
  if (refusal) return { ...refusal, nearest: legalMoves(state, seat) };
  const turn = takeMove(state, seat, move);
  if (turn.state === state) return { ok: true, ...turn, positionChanged: false };
  return { ok: true, ...endPhaseIfDone(turn, rng) };
}

/** The effect of a legal move. The same state object: nothing but events came of it. */
function takeMove(state: WerewolfState, seat: Seat, move: WerewolfMove): Turn {
  switch (move.type) {
    case 'ready':
      return markReady(state, seat);
    case 'say':
      return say(state, seat, move);
    case 'wolf_chat': {
      const data = { fromWolfId: playerIdOf(seat), message: move.text };
      return { state, events: [event(`team:${WOLF_TEAM}`, 'wolf_message_sent', data)] };
    }
    case 'vote':
      return vote(state, seat, move);
    default:
      return chooseAtNight(state, seat, move);
  }
}

function markReady(state: WerewolfState, seat: Seat): Turn {
  const playerId = playerIdOf(seat);
  const { narratorSeed } = state;
  if (state.ready[seat])
    return { state, events: [toSeat(seat, 'narrated', { moment: 'READY', message: 'You are ready.' })] };
  return {
    state: { ...state, ready: state.ready.with(seat, true) },
    events: [
      publicEvent('player_ready', {
        playerId,
        message: readyLine({ narratorSeed, turn: seat, facts: { player: playerId } }),
      }),
    ],
  };
}

function say(
  state: WerewolfState,
  seat: Seat,
  { text, kind, replyToEventId }: Extract<WerewolfMove, { type: 'say' }>,
): Turn {
  const sent = publicEvent('message_sent', {
    playerId: playerIdOf(seat),
    kind: kindOf(state.phase, kind) ?? 'DISCUSSION',
    message: text,
    replyToEventId: replyToEventId ?? null,
    dayNumber: state.dayNumber,
  });
  const next = state.spoken[seat] ? state : { ...state, spoken: state.spoken.with(seat, true) };
  return { state: next, events: [sent] };
}

function vote(
  state: WerewolfState,
  seat: Seat,
  { targetPlayerId, reason }: Extract<WerewolfMove, { type: 'vote' }>,
): Turn {
  const target = targetPlayerId === null ? null : seatOfPlayer(targetPlayerId);
  const cast = publicEvent('vote_cast', {
    voterPlayerId: playerIdOf(seat),
    targetPlayerId,
    reason: reason ?? null,
    dayNumber: state.dayNumber,
  });
  return { state: { ...state, votes: state.votes.with(seat, target ?? 'abstain') }, events: [cast] };
}

type NightMove = Extract<WerewolfMove, { type: 'wolf_kill' | 'seer_inspect' | 'doctor_protect' }>;

/** A choice of the night: a confirmation for the player alone, and a line for omniscient viewers. */
function chooseAtNight(state: WerewolfState, seat: Seat, { type, targetPlayerId }: NightMove): Turn {
  const target = seatOfPlayer(targetPlayerId) ?? 0;
  const night = state.nights.length;
  const byPlayerId = playerIdOf(seat);
  const facts = { player: byPlayerId, other: targetPlayerId };
  const occasion = { narratorSeed: state.narratorSeed, turn: night + seat };
  switch (type) {
    case 'wolf_kill': {
      const message = `You attack ${targetPlayerId} this night, if the other werewolf agrees. You may change it until the night ends.`;
      const shared = `${byPlayerId} wants to attack ${targetPlayerId}.`;
      const wolfTargets = runningNight(state)?.wolfTargets.with(seat, target);
      return {
        state: withNight(state, { wolfTargets }),
        events: [
          toSeat(seat, 'target_chosen', { byPlayerId, targetPlayerId, night, message }),
          ...livingSide(state, true)
            .filter((mate) => mate !== seat)
            .map((mate) => toSeat(mate, 'pack_target_chosen', { byPlayerId, targetPlayerId, night, message: shared })),
          ...narrateToOmniscient({ ...occasion, moment: 'WOLF_CHOICE', facts }),
        ],
      };
    }
    case 'seer_inspect': {
      const alignment = isWolf(state, target) ? 'WEREWOLF' : 'NOT_WEREWOLF';
      const role = isWolf(state, target) ? 'a werewolf' : 'no werewolf';
      return {
        state: withNight(state, { inspected: target }),
        events: [
          toSeat(seat, 'player_inspected', {
            targetPlayerId,
            alignment,
            night,
            message: `${targetPlayerId} is ${role}.`,
          }),
          ...narrateToOmniscient({ ...occasion, moment: 'SEER_CHOICE', facts: { ...facts, role } }),
        ],
      };
    }
    case 'doctor_protect': {
      const message = `You protect ${targetPlayerId} this night. You may change it until the night ends.`;
      return {
        state: withNight(state, { protected: target }),
        events: [
          toSeat(seat, 'player_protected', { byPlayerId, targetPlayerId, night, message }),
          ...narrateToOmniscient({ ...occasion, moment: 'DOCTOR_CHOICE', facts }),
        ],
      };
    }
  }
}

function withNight(state: WerewolfState, change: Partial<Night>): WerewolfState {
  return {
    ...state,
    nights: state.nights.map((night, at, all) => (at === all.length - 1 ? { ...night, ...change } : night)),
  };
}

const ENDS_EARLY: readonly Phase[] = ['LOBBY', 'DAY_OPENING', 'DAY_VOTE'];

/** decisions.md, Werewolf: these three phases end when all living players have done their part. */
function endPhaseIfDone(turn: Turn, rng: Rng): Turn {
  const { state } = turn;
  if (!ENDS_EARLY.includes(state.phase) || awaited(state).length > 0) return turn;
  return append(turn, endPhase(state, rng));
}

function append(first: Turn, second: Turn): Turn {
  return { state: second.state, events: [...first.events, ...second.events] };
}

/** The end of the running phase, by its deadline or early. */
export function endPhase(state: WerewolfState, rng: Rng): Turn {
  switch (state.phase) {
    case 'LOBBY':
      return startNight(state);
    case 'NIGHT':
      return endNight(state, rng);
    case 'DAY_ANNOUNCE': {
      const winner = winnerAtDayStart(state);
      return winner ? end(state, winner) : startTalk(state, 'DAY_OPENING');
    }
    case 'DAY_OPENING':
      return startTalk(state, 'DAY_DISCUSSION');
    case 'DAY_DISCUSSION':
      return startVote(state);
    case 'DAY_VOTE':
      return endVote(state);
    case 'DAY_RESOLUTION': {
      const winner = soleSurvivors(state);
      return winner ? end(state, winner) : startNight(state);
    }
    default:
      return { state, events: [] };
  }
}

/** werewolf.md, 3.2: parity counts at the start of a day. */
function winnerAtDayStart(state: WerewolfState): Team | null {
  const wolves = livingSide(state, true).length;
  if (wolves === 0) return 'VILLAGERS';
  return wolves >= livingSide(state, false).length ? 'WEREWOLVES' : null;
}

/** The side that is left alone; players who leave during a day can make it the werewolves before the next day starts. */
function soleSurvivors(state: WerewolfState): Team | null {
  if (livingSide(state, true).length === 0) return 'VILLAGERS';
  return livingSide(state, false).length === 0 ? 'WEREWOLVES' : null;
}

/** Enters a phase. The events of a transition come in the order of decisions.md: PHASE_CHANGED first, NARRATOR last. */
function enter(state: WerewolfState, phase: Phase): Turn {
  const next = { ...state, phase };
  const phaseMs = phase === 'ENDED' ? null : state.phaseMs[phase];
  const changed = { from: state.phase, to: phase, dayNumber: state.dayNumber, phaseMs };
  return { state: next, events: [publicEvent('phase_changed', changed)] };
}

const occasionOf = (state: WerewolfState) => ({
  narratorSeed: state.narratorSeed,
  turn: state.dayNumber,
  facts: publicFacts(state),
});

function startNight(state: WerewolfState): Turn {
  const night: Night = { wolfTargets: forEachSeat(null), inspected: null, protected: null, attacked: null };
  const entered = enter({ ...state, votes: forEachSeat(null), nights: [...state.nights, night] }, 'NIGHT');
  const occasion = occasionOf(entered.state);
  const facts = { ...occasion.facts, cliffhanger: cliffhangerOf(state) };
  return {
    ...entered,
    events: [...entered.events, ...narratePublicly({ ...occasion, moment: 'NIGHT_FALLS', facts })],
  };
}

function startTalk(state: WerewolfState, phase: 'DAY_OPENING' | 'DAY_DISCUSSION'): Turn {
  const entered = enter({ ...state, spoken: forEachSeat(false) }, phase);
  const moment = phase === 'DAY_OPENING' ? 'OPENING' : 'DISCUSSION';
  return {
    ...entered,
    events: [...entered.events, ...narratePublicly({ ...occasionOf(entered.state), moment })],
  };
}

function startVote(state: WerewolfState): Turn {
  const entered = enter({ ...state, votes: forEachSeat(null) }, 'DAY_VOTE');
  return {
    ...entered,
    events: [...entered.events, ...narratePublicly({ ...occasionOf(entered.state), moment: 'VOTE' })],
  };
}

/** The target that both wolves chose, else one of theirs by lot, else any living player who is no wolf. */
function drawVictim(state: WerewolfState, rng: Rng): Seat | null {
  const chosen = livingSide(state, true).flatMap((wolf) => runningNight(state)?.wolfTargets[wolf] ?? []);
  const targets = [...new Set(chosen.filter((target) => state.alive[target]))];
  const eligible = targets.length > 0 ? targets : livingSide(state, false);
  return eligible.length > 0 ? rng.pick(eligible) : null;
}

function endNight(state: WerewolfState, rng: Rng): Turn {
  const attacked = drawVictim(state, rng);
  const savedByDoctor = attacked !== null && runningNight(state)?.protected === attacked;
  const killed = savedByDoctor ? null : attacked;
  const dayNumber = state.dayNumber + 1;
  const resolved: WerewolfState = {
    ...withNight(state, { attacked }),
    dayNumber,
    alive: killed === null ? state.alive : state.alive.with(killed, false),
    history: [...state.history, { dayNumber, kind: 'NIGHT', seat: killed }],
  };
  const entered = enter(resolved, 'DAY_ANNOUNCE');
  const occasion = {
    ...occasionOf(entered.state),
    moment: killed === null ? (savedByDoctor ? 'NIGHT_SAVED' : 'NIGHT_QUIET') : 'NIGHT_KILL',
  } as const;
  const facts = {
    ...occasion.facts,
    ...(killed === null
      ? {}
      : { player: playerIdOf(killed), role: roleName(state, killed), memory: memoryOf(state, killed) }),
  };
  return append(entered, {
    state: entered.state,
    events: [
      publicEvent('night_resolved', {
        killedPlayerId: killed === null ? null : playerIdOf(killed),
        savedByDoctor,
      }),
      ...eliminations(state, killed, 'NIGHT', dayNumber),
      ...narratePublicly({ ...occasion, facts }),
      ...narrateToOmniscient({ ...occasion, facts: { player: attacked === null ? '' : playerIdOf(attacked) } }),
    ],
  });
}

function eliminations(
  state: WerewolfState,
  seat: Seat | null,
  cause: 'NIGHT' | 'VOTE',
  dayNumber: number,
): GameEvent[] {
  return seat === null ? [] : [eliminationEvent(seat, state.roles[seat] ?? 'VILLAGER', cause, dayNumber)];
}

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  VILLAGER: 'a villager',
  WEREWOLF: 'a werewolf',
  SEER: 'the seer',
  DOCTOR: 'the doctor',
};
const roleName = ({ roles }: WerewolfState, seat: Seat) => ROLE_NAMES[roles[seat] ?? 'VILLAGER'];

function endVote(state: WerewolfState): Turn {
  const target = pluralityOf(state.votes);
  const { dayNumber } = state;
  const decided: WerewolfState = {
    ...state,
    alive: target === null ? state.alive : state.alive.with(target, false),
    history: [...state.history, { dayNumber, kind: 'VOTE', seat: target, votes: [...state.votes] }],
  };
  const entered = enter(decided, 'DAY_RESOLUTION');
  const votes = highestCount(state);
  const occasion = {
    ...occasionOf(entered.state),
    moment: target === null ? (votes === 0 ? 'NO_VOTES' : 'TIE') : 'VOTED_OUT',
    facts: {
      ...publicFacts(entered.state),
      votes,
      ...(target === null ? {} : { player: playerIdOf(target), role: roleName(state, target) }),
    },
  } as const;
  return append(entered, {
    state: entered.state,
    events: [
      ...eliminations(state, target, 'VOTE', dayNumber),
      ...narratePublicly(occasion),
      ...narrateToOmniscient(occasion),
    ],
  });
}

function highestCount({ votes }: WerewolfState): number {
  const counts = forEachSeat(0);
  for (const vote of votes) if (typeof vote === 'number') counts[vote] = (counts[vote] ?? 0) + 1;
  return Math.max(...counts);
}

function end(state: WerewolfState, winner: Team): Turn {
  const entered = enter({ ...state, winner }, 'ENDED');
  const moment = winner === 'VILLAGERS' ? 'VILLAGERS_WIN' : 'WEREWOLVES_WIN';
  return append(entered, {
    state: entered.state,
    events: [
      publicEvent('game_ended', {
        winningTeam: winner,
        roles: state.roles.map((role, seat) => ({ playerId: playerIdOf(seat), role })),
      }),
      ...narratePublicly({ ...occasionOf(entered.state), moment }),
    ],
  });
}

/**
 * A player resigns: it dies, and its role is revealed. The game ends when one side has nobody left, and a phase when no
 * other player is awaited.
 */
export function leave(state: WerewolfState, seat: Seat, rng: Rng): Turn {
  const player = playerIdOf(seat);
  const wasAlive = state.alive[seat] ?? false;
  const { dayNumber } = state;
  const gone: WerewolfState = {
    ...state,
    alive: state.alive.with(seat, false),
    left: state.left.with(seat, true),
    votes: state.votes.with(seat, null).map((vote) => (vote === seat && state.phase === 'DAY_VOTE' ? null : vote)),
    history: wasAlive ? [...state.history, { dayNumber, kind: 'LEFT', seat }] : state.history,
  };
  if (!wasAlive) return { state: gone, events: [] };
  const facts = { ...publicFacts(gone), player, role: roleName(state, seat) };
  const turn: Turn = {
    state: gone,
    events: [
      eliminationEvent(seat, state.roles[seat] ?? 'VILLAGER', 'LEFT', dayNumber),
      ...narratePublicly({ ...occasionOf(gone), moment: 'LEFT', turn: seat, facts }),
    ],
  };
  const winner = soleSurvivors(gone);
  return winner ? append(turn, end(gone, winner)) : endPhaseIfDone(turn, rng);
}

/** A team wins together, its dead included. A player who left while alive loses. */
export function outcome(state: WerewolfState): Outcome | null {
  const { winner } = state;
  if (!winner) return null;
  return {
    results: state.roles.map((role, seat) => {
      const team: Team = role === 'WEREWOLF' ? 'WEREWOLVES' : 'VILLAGERS';
      const hasWon = team === winner && !hasLeftAlive(state, seat);
      return hasWon ? { seat, result: 'win', rank: 1, team } : { seat, result: 'loss', rank: 2, team };
    }),
    reason: winner === 'VILLAGERS' ? 'werewolves_eliminated' : 'parity',
    winner: null,
  };
}

const hasLeftAlive = ({ history }: WerewolfState, seat: Seat) =>
  history.some((entry) => entry.kind === 'LEFT' && entry.seat === seat);

/** At night a player knows only whether it may act itself. */
export function knownActors(state: WerewolfState, viewer: Seat | 'spectator' | 'omniscient'): Seat[] {
  const all = actors(state);
  return state.phase === 'NIGHT' ? all.filter((seat) => seat === viewer) : all;
}
