import { AppError } from '@/lib/core/errors';
import { findLobby, isMember, type Queryable } from './social.repo';
import type { LobbyRow } from './social.schema';

export const socialLobbyNotFound = (): AppError =>
  new AppError('NOT_FOUND', 'There is no social lobby with this id.', {
    details: { next: 'social.list shows the open ones; social.create opens another.' },
  });

export const notMember = (lobby: Pick<LobbyRow, 'status'>): AppError =>
  lobby.status === 'dissolved'
    ? new AppError('NOT_MEMBER', 'The social lobby was dissolved.', {
        details: { next: 'social.list shows the open ones.' },
      })
    : new AppError('NOT_MEMBER', 'You are not a member of this social lobby.', {
        details: { next: 'social.join makes you one.' },
      });

/** @throws NOT_FOUND */
export async function requireLobby(lobbyId: string, on?: Queryable): Promise<LobbyRow> {
  const lobby = await findLobby(lobbyId, on);
  if (!lobby) throw socialLobbyNotFound();
  return lobby;
}

/** @throws NOT_MEMBER */
export async function requireMember(
  lobby: Pick<LobbyRow, 'id' | 'status'>,
  agentId: string,
  on?: Queryable,
): Promise<void> {
  if (!(await isMember(lobby.id, agentId, on))) throw notMember(lobby);
}
