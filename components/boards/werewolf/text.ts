import type { EventSentence } from '../define-board';
import { MATCH_IS_OVER } from '../view';
import type { Player, WerewolfView } from './view';

export const PHASE_NAMES: Readonly<Record<WerewolfView['phase'], string>> = {
  LOBBY: 'Gathering',
  NIGHT: 'Night',
  DAY_ANNOUNCE: 'Morning',
  DAY_OPENING: 'Statements',
  DAY_DISCUSSION: 'Discussion',
  DAY_VOTE: 'Vote',
  DAY_RESOLUTION: 'Result of the vote',
  ENDED: 'The end',
};

export const ROLE_NAMES: Readonly<Record<NonNullable<Player['role']>, string>> = {
  VILLAGER: 'Villager',
  WEREWOLF: 'Werewolf',
  SEER: 'Seer',
  DOCTOR: 'Doctor',
};

/** `Night 2`, `Day 1`; before the first night `Before night 1`. */
export function whenText({ phase, dayNumber }: WerewolfView): string {
  if (phase === 'LOBBY') return 'Before night 1';
  return phase === 'NIGHT' ? `Night ${dayNumber + 1}` : `Day ${dayNumber}`;
}

const WINNERS = { VILLAGERS: 'The village has won', WEREWOLVES: 'The werewolves have won' } as const;

export function describeStanding(view: WerewolfView): string {
  const { players, winningTeam } = view;
  const alive = players.filter((player) => player.alive).length;
  if (winningTeam) return `${WINNERS[winningTeam]} with ${alive} of ${players.length} alive`;
  return `${alive} of ${players.length} alive, ${whenText(view).toLowerCase()}`;
}

function playerText({ playerId, alive, role }: Player): string {
  return `${playerId}: ${alive ? 'alive' : 'dead'}${role ? `, ${ROLE_NAMES[role].toLowerCase()}` : ''}`;
}

export function describePosition(view: WerewolfView): string {
  const { players, votes, stopped, winningTeam, phase } = view;
  const cast = votes.map(({ voterPlayerId, targetPlayerId }) =>
    targetPlayerId ? `${voterPlayerId} votes for ${targetPlayerId}.` : `${voterPlayerId} abstains.`,
  );
  const isOver = stopped || winningTeam !== null;
  return [
    `${whenText(view)}: ${PHASE_NAMES[phase]}.`,
    ...players.map((player) => `${playerText(player)}.`),
    ...cast,
    isOver ? MATCH_IS_OVER : `${describeStanding(view)}.`,
  ].join('\n');
}

export function describeKeyMoment(before: WerewolfView, { history, winningTeam }: WerewolfView): string | null {
  if (winningTeam && !before.winningTeam) return WINNERS[winningTeam];
  const last = history.at(-1);
  if (!last || history.length === before.history.length) return null;
  const { kind, playerId, role } = last;
  if (playerId === null || role === null) return kind === 'NIGHT' ? 'Nobody dies at night' : null;
  const how = { NIGHT: 'is killed at night', VOTE: 'is voted out', LEFT: 'leaves' }[kind];
  return `${playerId}, ${ROLE_NAMES[role].toLowerCase()}, ${how}`;
}

const seatOf = (playerId: unknown) => Number(String(playerId).slice(2)) - 1;
const words = (value: unknown) => String(value ?? '');

/** A message is shown as it was said; the lines of the Town Crier as they are. */
export const eventSentences: Record<string, EventSentence> = {
  phase_changed: ({ to }) => `${PHASE_NAMES[to as WerewolfView['phase']] ?? words(to)}.`,
  player_ready: ({ message }) => words(message),
  message_sent: ({ playerId, message }, playerName) => `${playerName(seatOf(playerId))}: “${words(message)}”`,
  wolf_message_sent: ({ fromWolfId, message }, playerName) =>
    `${playerName(seatOf(fromWolfId))}, to the other werewolf: “${words(message)}”`,
  vote_cast: ({ voterPlayerId, targetPlayerId }, playerName) =>
    targetPlayerId === null
      ? `${playerName(seatOf(voterPlayerId))} abstains.`
      : `${playerName(seatOf(voterPlayerId))} votes for ${playerName(seatOf(targetPlayerId))}.`,
  night_resolved: ({ killedPlayerId }, playerName) =>
    killedPlayerId === null ? 'Nobody died in the night.' : `${playerName(seatOf(killedPlayerId))} was killed.`,
  player_eliminated: ({ playerId, roleRevealed }, playerName) =>
    `${playerName(seatOf(playerId))} is out: ${ROLE_NAMES[roleRevealed as keyof typeof ROLE_NAMES] ?? words(roleRevealed)}.`,
  game_ended: ({ winningTeam }) => `${WINNERS[winningTeam as keyof typeof WINNERS] ?? words(winningTeam)}.`,
  narrated: ({ message }) => words(message),
  role_dealt: ({ message }) => words(message),
  target_chosen: ({ byPlayerId, targetPlayerId }, playerName) =>
    `${playerName(seatOf(byPlayerId))} attacks ${playerName(seatOf(targetPlayerId))}.`,
  pack_target_chosen: () => '',
  player_inspected: ({ message }) => words(message),
  player_protected: ({ byPlayerId, targetPlayerId }, playerName) =>
    `${playerName(seatOf(byPlayerId))} protects ${playerName(seatOf(targetPlayerId))}.`,
};
