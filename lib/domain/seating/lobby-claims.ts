import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { sha256Hex } from '@/lib/core/rng';
import { lobbyError, requireLobby, requireStatus } from './lobbies';
import {
  deleteLobbyClaim,
  insertLobbyClaim,
  type LobbyCall,
  type LobbyClaim,
  moveLobbyClaim,
} from './lobby-claims.repo';
import type { Lobby, LobbyStatus, Member } from './seating.schema';

/** A process that has stopped blocks the call for this long. */
const CLAIM_MS = 45_000;
const RENEW_EVERY_MS = 15_000;

/** What is known after a call of match.start or match.end. */
export type CallOutcome =
  /** The experience has not acted: the next attempt is another one. */
  | 'no_effect'
  /** It may have acted: the next attempt repeats this one, with the same key. */
  | 'unknown';

/**
 * Starts or ends a lobby's match in one process at a time, for an experience that is called before the change is stored.
 * `work` gets a key, which is the same again after an attempt whose outcome is unknown, if the members are. One statement
 * before the work; a change that was stored ends the claim. Decision: docs/decisions/0022-repeated-and-racing-calls.md.
 * @param args.members those that match.start names; none for match.end
 * @param args.outcomeOf what an error of `work` says about the experience
 * @throws EXPERIENCE_ERROR, retryable, while another process makes the call, and for a lobby whose status does not allow it;
 * what `work` throws
 */
export async function claimLobbyCall<Result>(
  args: { call: LobbyCall; lobbyId: string; members?: readonly Member[]; outcomeOf(thrown: unknown): CallOutcome },
  work: (idempotencyKey: string) => Promise<Result>,
): Promise<Result> {
  const { call, lobbyId, members = [] } = args;
  const claim = await insertLobbyClaim({ call, lobbyId }, now(), claimEnd());
  if (!claim) {
    requireStatus(await requireLobby(lobbyId), STATUS_OF[call]);
    throw CLAIMED[call](lobbyId);
  }
  let renewed = Promise.resolve();
  const renewal = setInterval(() => {
    renewed = move(claim, claimEnd());
  }, RENEW_EVERY_MS).unref();
  try {
    return await work(callKey(claim, members));
  } catch (thrown) {
    clearInterval(renewal);
    // A renewal that runs moves the end by which the claim is given back.
    await renewed;
    await (args.outcomeOf(thrown) === 'unknown' ? move(claim, now()) : deleteLobbyClaim(claim)).catch(
      (error: unknown) =>
        log.warn({ err: error, lobby_id: lobbyId, call }, 'could not give a claim of a lobby back; it expires'),
    );
    throw thrown;
  } finally {
    clearInterval(renewal);
  }
}

const claimEnd = () => new Date(now().getTime() + CLAIM_MS);

async function move(claim: LobbyClaim, to: Date): Promise<void> {
  try {
    if (await moveLobbyClaim(claim, to)) claim.until = to;
  } catch (error) {
    log.warn({ err: error, lobby_id: claim.lobbyId }, 'could not renew a claim of a lobby');
  }
}

/** The key of match.end for the next attempt, or for the one whose outcome is unknown. */
export function endKey({ id, endAttempt }: Pick<Lobby, 'id' | 'endAttempt'>): string {
  return callKey({ call: 'end', lobbyId: id, attempt: endAttempt }, []);
}

/** The same for each repetition of an attempt with the same members. */
function callKey({ call, lobbyId, attempt }: Omit<LobbyClaim, 'until'>, members: readonly Member[]): string {
  const who = members.map(({ experienceAgentId, role }) => `${experienceAgentId} ${role}`);
  const what = call === 'start' ? [lobbyId, attempt] : [lobbyId, call, attempt];
  return sha256Hex([...what, ...who].join('\n')).slice(0, 32);
}

/** The status of a lobby for which the call can be made. */
const STATUS_OF = { start: 'waiting', end: 'active' } as const satisfies Record<LobbyCall, LobbyStatus>;

const CLAIMED: Record<LobbyCall, (lobbyId: string) => AppError> = {
  start: (lobbyId) =>
    beingCalled('being_started', 'Another call is starting this match.', {
      game_session_id: lobbyId,
      next: 'match.state shows when it is active; if it stays waiting, call match.start again.',
    }),
  end: (lobbyId) =>
    beingCalled('being_ended', 'Another call is ending this match.', {
      game_session_id: lobbyId,
      next: 'match.state shows when it is completed; if it stays active, call match.end again.',
    }),
};

/** Whether an error says that another call is ending the match. */
export function isBeingEnded(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.details?.reason === 'being_ended';
}

function beingCalled(reason: string, message: string, details: Record<string, unknown>): AppError {
  return lobbyError(reason, message, details, { retryable: true });
}
