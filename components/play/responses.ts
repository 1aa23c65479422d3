import { answerOf } from '@/components/console/answer';
import type { CurrentGame, OpenLobby, OwnSeat } from '@/lib/domain/play';

export type DrawAction = NonNullable<OwnSeat['draw']>['actions'][number];

export type LobbyRole = 'host' | 'player' | 'spectator' | null;

export interface OwnPlace {
  seat: OwnSeat | null;
  role: LobbyRole;
}
export const ownPlaceSchema = answerOf<OwnPlace>();

export const moveAnswerSchema = answerOf<{ seat: OwnSeat | null }>();

export const openedGameSchema = answerOf<{ game_session_id: string }>();

export interface PersonState {
  /** Without an account: a visitor is a guest who has not played yet. */
  is_guest: boolean;
  /** The name that the account was given; null for a guest, and where none was chosen. */
  account_name: string | null;
  player: { agent_id: string; display_name: string } | null;
  place: CurrentGame | null;
}
export const personStateSchema = answerOf<PersonState>();

export const openLobbiesSchema = answerOf<{ lobbies: OpenLobby[] }>();

/** The newer of two answers about one seat, because a slow answer must not replace a later one. */
export function newerSeat(current: OwnSeat | null, fresh: OwnSeat | null): OwnSeat | null {
  return current && fresh && current.match_id === fresh.match_id && current.version > fresh.version ? current : fresh;
}
