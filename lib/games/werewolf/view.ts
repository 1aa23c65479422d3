import type { Perspective, Seat } from '@/lib/core/game';
import { allowedTargets, hasSubmitted, type MoveType } from './moves';
import {
  isWolf,
  lastProtected,
  type Phase,
  playerIdOf,
  type Role,
  runningNight,
  type Team,
  type WerewolfState,
} from './state';

/** A player as `match.get_state` lists it, without the display name, which belongs to the match. */
interface PlayerView {
  playerId: string;
  /** 1 to 8. */
  seat: number;
  alive: boolean;
  /** The public role: of the dead, and of all players after the end; else null. */
  revealedRole: Role | null;
  /** The role as far as the viewer knows it: its own, those of its pack, all for omniscient viewers. */
  role: Role | null;
  ready: boolean;
  /** Has spoken in the running opening or discussion. */
  spoken: boolean;
}

/** A vote of the running or the latest vote. `targetPlayerId` null: abstains. */
interface VoteView {
  voterPlayerId: string;
  targetPlayerId: string | null;
}

/** The result of a night or a vote, or a player who left. `playerId` null: nobody died. */
export interface HistoryView {
  dayNumber: number;
  kind: 'NIGHT' | 'VOTE' | 'LEFT';
  playerId: string | null;
  role: Role | null;
}

/** A night as omniscient viewers see it, and all viewers after the end. */
interface NightView {
  night: number;
  wolfTargets: { byPlayerId: string; targetPlayerId: string }[];
  inspectedPlayerId: string | null;
  protectedPlayerId: string | null;
  /** null until the night is over. */
  attackedPlayerId: string | null;
}

export type RequiredActionType =
  | 'NONE'
  | 'WOLF_KILL'
  | 'SEER_INSPECT'
  | 'DOCTOR_PROTECT'
  | 'SPEAK_OPENING'
  | 'SPEAK_DISCUSSION'
  | 'VOTE';

/** What a player must do now. `alreadySubmitted`: done; it may still change its choice or speak again where the phase lets it. */
export interface RequiredAction {
  type: RequiredActionType;
  allowedTargets: string[];
  alreadySubmitted: boolean;
}

/** What a player alone knows. The fields of `you` in `match.get_state`, and what its role chose this night. */
export interface OwnView {
  playerId: string;
  role: Role;
  alive: boolean;
  knownWolves: string[];
  seerHistory: { night: number; targetPlayerId: string; result: 'WEREWOLF' | 'NOT_WEREWOLF' }[];
  requiredAction: RequiredAction;
  /** The own choice of this night, or the own vote; null without one. */
  chosenPlayerId: string | null;
  /** For wolves: the current targets of the pack, the own one included. */
  packTargets: { byPlayerId: string; targetPlayerId: string }[];
  /** For the doctor: the player protected last night, who cannot be protected again. */
  lastProtectedPlayerId: string | null;
}

export interface WerewolfView {
  phase: Phase;
  dayNumber: number;
  /** Length of the running phase; null when the game is over. */
  phaseMs: number | null;
  players: PlayerView[];
  votes: VoteView[];
  history: HistoryView[];
  nights: NightView[];
  winningTeam: Team | null;
  you: OwnView | null;
}

const idOrNull = (seat: Seat | null | undefined): string | null => (typeof seat === 'number' ? playerIdOf(seat) : null);

/** The game as a viewer sees it. The end reveals everything. */
export function view(state: WerewolfState, { viewer, revealed }: Perspective): WerewolfView {
  const own = typeof viewer === 'number' ? viewer : null;
  const isOver = state.phase === 'ENDED';
  const knowsAll = viewer === 'omniscient' || revealed || isOver;
  return {
    phase: state.phase,
    dayNumber: state.dayNumber,
    phaseMs: state.phase === 'ENDED' ? null : state.phaseMs[state.phase],
    players: state.roles.map((role, seat): PlayerView => {
      const alive = state.alive[seat] ?? false;
      return {
        playerId: playerIdOf(seat),
        seat: seat + 1,
        alive,
        revealedRole: !alive || isOver ? role : null,
        role: knowsAll || !alive || knowsRole(state, own, seat) ? role : null,
        ready: state.ready[seat] ?? false,
        spoken: state.spoken[seat] ?? false,
      };
    }),
    votes: state.votes.flatMap((vote, seat) =>
      vote === null
        ? []
        : [{ voterPlayerId: playerIdOf(seat), targetPlayerId: vote === 'abstain' ? null : playerIdOf(vote) }],
    ),
    history: state.history.map(({ dayNumber, kind, seat }) => ({
      dayNumber,
      kind,
      playerId: idOrNull(seat),
      role: seat === null ? null : (state.roles[seat] ?? null),
    })),
    nights: knowsAll ? state.nights.map((_, index) => nightView(state, index)) : [],
    winningTeam: state.winner,
    you: own === null || state.roles[own] === undefined ? null : ownView(state, own),
  };
}

/** Whether a player knows the role of a living seat: its own, and wolves each other's. */
function knowsRole(state: WerewolfState, own: Seat | null, seat: Seat): boolean {
  if (own === null) return false;
  return own === seat || (isWolf(state, own) && isWolf(state, seat));
}

const targetsOf = (wolfTargets: readonly (Seat | null)[]) =>
  wolfTargets.flatMap((target, seat) =>
    target === null ? [] : [{ byPlayerId: playerIdOf(seat), targetPlayerId: playerIdOf(target) }],
  );

function nightView({ nights }: WerewolfState, index: number): NightView {
  const night = nights[index];
  return {
    night: index + 1,
    wolfTargets: targetsOf(night?.wolfTargets ?? []),
    inspectedPlayerId: idOrNull(night?.inspected),
    protectedPlayerId: idOrNull(night?.protected),
    attackedPlayerId: idOrNull(night?.attacked),
  };
}

function ownView(state: WerewolfState, seat: Seat): OwnView {
  const role = state.roles[seat] ?? 'VILLAGER';
  const isOfPack = role === 'WEREWOLF';
  return {
    playerId: playerIdOf(seat),
    role,
    alive: state.alive[seat] ?? false,
    knownWolves: isOfPack ? state.roles.flatMap((each, at) => (each === 'WEREWOLF' ? [playerIdOf(at)] : [])) : [],
    seerHistory: role === 'SEER' ? inspectionsOf(state) : [],
    requiredAction: requiredAction(state, seat),
    chosenPlayerId: chosenPlayer(state, seat, role),
    packTargets: isOfPack && state.alive[seat] ? targetsOf(runningNight(state)?.wolfTargets ?? []) : [],
    lastProtectedPlayerId: role === 'DOCTOR' ? idOrNull(lastProtected(state)) : null,
  };
}

function inspectionsOf(state: WerewolfState): OwnView['seerHistory'] {
  return state.nights.flatMap(({ inspected }, index) =>
    inspected === null
      ? []
      : [
          {
            night: index + 1,
            targetPlayerId: playerIdOf(inspected),
            result: isWolf(state, inspected) ? ('WEREWOLF' as const) : ('NOT_WEREWOLF' as const),
          },
        ],
  );
}

function chosenPlayer(state: WerewolfState, seat: Seat, role: Role): string | null {
  if (state.phase === 'DAY_VOTE') {
    const vote = state.votes[seat];
    return typeof vote === 'number' ? playerIdOf(vote) : null;
  }
  const night = runningNight(state);
  if (!night || role === 'VILLAGER') return null;
  if (role === 'WEREWOLF') return idOrNull(night.wolfTargets[seat]);
  return idOrNull(role === 'SEER' ? night.inspected : night.protected);
}

const NIGHT_ACTIONS: Partial<Record<Role, { type: RequiredActionType; move: MoveType }>> = {
  WEREWOLF: { type: 'WOLF_KILL', move: 'wolf_kill' },
  SEER: { type: 'SEER_INSPECT', move: 'seer_inspect' },
  DOCTOR: { type: 'DOCTOR_PROTECT', move: 'doctor_protect' },
};

const NOTHING_TO_DO: RequiredAction = { type: 'NONE', allowedTargets: [], alreadySubmitted: false };

/** What a seat must do now: `requiredAction` of `match.get_state`. */
function requiredAction(state: WerewolfState, seat: Seat): RequiredAction {
  if (!state.alive[seat]) return NOTHING_TO_DO;
  const required = (type: RequiredActionType, move: MoveType): RequiredAction => ({
    type,
    allowedTargets: allowedTargets(state, seat, move).map(playerIdOf),
    alreadySubmitted: hasSubmitted(state, seat),
  });
  switch (state.phase) {
    case 'NIGHT': {
      const action = NIGHT_ACTIONS[state.roles[seat] ?? 'VILLAGER'];
      return action ? required(action.type, action.move) : NOTHING_TO_DO;
    }
    case 'DAY_OPENING':
      return required('SPEAK_OPENING', 'say');
    case 'DAY_DISCUSSION':
      return required('SPEAK_DISCUSSION', 'say');
    case 'DAY_VOTE':
      return required('VOTE', 'vote');
    default:
      return NOTHING_TO_DO;
  }
}
