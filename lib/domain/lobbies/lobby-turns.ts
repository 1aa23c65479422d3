import { once } from '@/lib/core/globals';
import { KeyedMutex } from '@/lib/core/keyed-mutex';

const turns = () => once('lobbies.turns', () => new KeyedMutex());

/** Runs the starts and ends of one lobby one after the other, so that racing calls notify its experience once. */
export function inLobbyTurn<Result>(lobbyId: string, work: () => Promise<Result>): Promise<Result> {
  return turns().run(lobbyId, work);
}
