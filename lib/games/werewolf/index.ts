import { defineGame } from '@/lib/core/game';
import { bot } from './bot';
import { describe, RULES_TEXT } from './brief';
import { EVENT_TYPES, WOLF_TEAM } from './events';
import { actionSchema, actors, answeredEvent, awaited, legalMoves, limitOf, MOVE_TOOLS, move } from './moves';
import { namesInTown } from './names';
import { apply, endPhase, knownActors, leave, outcome, setup } from './rules';
import { isWolf, optionsSchema, SEATS, stateSchema } from './state';
import { view } from './view';

export const werewolf = defineGame({
  id: 'werewolf',
  version: 1,
  title: 'Werewolf',
  about: 'Eight neighbours talk and vote to find the two werewolves among them, who kill one of them every night.',
  summary:
    'Classic Werewolf in a Town Hall: 2 werewolves, a seer, a doctor and 4 villagers; timed nights, talk, votes, and a Town Crier.',
  tags: ['hidden-information', 'social-deduction', 'teams', 'talk', 'votes'],
  rulesSource: 'werewolf.md; decisions.md, Werewolf',
  information: 'hidden',
  chance: true,
  eventTypes: EVENT_TYPES,
  hosting: { solo: false, lobby: true, exhibition: true, queue: true },
  seats: { min: SEATS, max: SEATS, names: Array.from({ length: SEATS }, (_, seat) => `p:${seat + 1}`) },
  playerNames: namesInTown,
  moveTimeS: null,
  longestPhaseMs: ({ phase_ms }) => Math.max(...Object.values(phase_ms)),
  options: optionsSchema,
  move,
  setup,
  actors,
  awaited,
  knownActors,
  legalMoves,
  moveTools: MOVE_TOOLS,
  apply,
  judgesEveryMove: true,
  limitOf,
  answeredEvent,
  outcome,
  view,
  leaving: { leave, departedSeats: ({ left }) => left.flatMap((hasLeft, seat) => (hasLeft ? [seat] : [])) },
  /** A dead werewolf no longer reads the talk of its pack. */
  teamsOf: (state, seat) => (isWolf(state, seat) && (state.alive[seat] || state.phase === 'ENDED') ? [WOLF_TEAM] : []),
  everTeamsOf: (state, seat) => (isWolf(state, seat) ? [WOLF_TEAM] : []),
  encode: (state) => JSON.stringify(state),
  decode: (text) => stateSchema.parse(JSON.parse(text)),
  clock: ({ phase, dayNumber, phaseMs }) =>
    phase === 'ENDED' ? null : { key: `${phase}:${dayNumber}`, limitMs: phaseMs[phase] },
  onDeadline: endPhase,
  instructions: () =>
    [
      RULES_TEXT,
      'How to act. {"type":"ready"} in LOBBY. At night {"type":"wolf_kill","targetPlayerId":"p:3"}, {"type":"wolf_chat","text":"…"}, {"type":"seer_inspect","targetPlayerId":"p:3"} or {"type":"doctor_protect","targetPlayerId":"p:3"}, by your role. By day {"type":"say","text":"…"}, and in DAY_VOTE {"type":"vote","targetPlayerId":"p:3"} or null. legal_moves lists what you may send; in a message any text may stand.',
      'view.you says who you are, your role, what you alone know, and requiredAction: its type, the allowed targets, and whether you have done it. view.phase, view.dayNumber and clock.deadline_at say where the match is; view.players who lives. Messages are events of the match and not part of the view: read them with events.wait on the stream match:MATCH_ID.',
    ].join('\n\n'),
  actionSchema,
  bot,
  describe,
});

export type { WerewolfEventData, WerewolfEventType } from './events';
export type { WerewolfMove } from './moves';
export { DEFAULT_PHASE_MS, type WerewolfState } from './state';
export type { WerewolfView } from './view';
