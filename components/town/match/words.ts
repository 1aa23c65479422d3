import type { SnapshotPlayer } from '@/lib/domain/matches';
import type { DeathCause } from '@/lib/games/werewolf/events';
import { type KeyMoment, type Line, ROLE_NAMES, seatOf } from '@/lib/games/werewolf/transcript';
import { describePhase } from '../phases';

/** The names of players by seat. */
export const namesOf = (players: readonly SnapshotPlayer[]): string[] =>
  [...players].sort((one, other) => one.seat - other.seat).map(({ display_name }) => display_name);

/** The name of the player on a seat. */
export const nameAt = (players: readonly SnapshotPlayer[], seat: number): string =>
  players.find((player) => player.seat === seat)?.display_name ?? 'A player';

/** A text with the names of players in place of their ids. */
export function withNames(text: string, players: readonly Pick<SnapshotPlayer, 'seat' | 'display_name'>[]): string {
  return text.replace(/\bp:[1-8]\b/g, (id) => players.find(({ seat }) => seat === seatOf(id))?.display_name ?? id);
}

const DEATH_LABELS: Record<DeathCause, string> = {
  NIGHT: 'was killed in the night',
  VOTE: 'was voted out',
  LEFT: 'left the match',
};

/** The words of a line, after the name of its player. */
export function describeLine({ event: { type, data }, phase, day }: Line, players: readonly SnapshotPlayer[]): string {
  const name = (playerId: string) => nameAt(players, seatOf(playerId));
  switch (type) {
    case 'phase_changed':
      return describePhase({ phase, day_number: day });
    case 'vote_cast': {
      const reason = data.reason ? `: “${withNames(data.reason, players)}”` : '';
      return data.targetPlayerId === null ? `abstains${reason}` : `votes for ${name(data.targetPlayerId)}${reason}`;
    }
    case 'player_eliminated':
      return `${DEATH_LABELS[data.cause]} and was ${ROLE_NAMES[data.roleRevealed]}`;
    case 'game_ended':
      return data.winningTeam === 'VILLAGERS' ? 'The village has won' : 'The werewolves have won';
    case 'move_noted':
      return withNames(data.note, players);
    case 'match_cancelled':
      return 'The match was cancelled';
    case 'target_chosen':
    case 'pack_target_chosen':
      return `chooses ${name(data.targetPlayerId)} as the victim`;
    case 'player_protected':
      return `protects ${name(data.targetPlayerId)}`;
    case 'player_inspected': {
      const alignment = data.alignment === 'WEREWOLF' ? 'a werewolf' : 'not a werewolf';
      return `inspects ${name(data.targetPlayerId)}: ${alignment}`;
    }
    default:
      return 'message' in data ? withNames(String(data.message), players) : '';
  }
}

/** The words of a key moment, without a full stop. */
export const describeMoment = ({ text }: KeyMoment, players: readonly SnapshotPlayer[]): string =>
  withNames(text, players).replace(/\.$/, '');
