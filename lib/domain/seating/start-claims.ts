import { now } from '@/lib/core/clock';
import { log } from '@/lib/core/log';
import { sha256Hex } from '@/lib/core/rng';
import { lobbyError } from './lobby-errors';
import type { Member } from './seating.schema';
import { deleteStartClaim, insertStartClaim, moveStartClaim, type StartClaim } from './start-claims.repo';

/** A process that has stopped blocks the start for this long. */
const CLAIM_MS = 45_000;
const RENEW_EVERY_MS = 15_000;

/** What is known after a call of match.start. */
export type StartOutcome =
  /** The experience has not started the match: the next attempt is another one. */
  | 'not_started'
  /** It may have started it: the next attempt repeats this one, with the same key. */
  | 'unknown';

/**
 * Runs the start of a lobby's match in one process at a time, for an experience that is called before the start is stored.
 * `work` gets a key, which is the same again after an attempt whose outcome is unknown, if the members are. One statement
 * before the work; a start that was stored ends the claim. Decision: docs/decisions/0268-one-process-starts-a-remote-match.md.
 * @param args.outcomeOf what an error of `work` says about the experience
 * @throws EXPERIENCE_ERROR, retryable, while another process starts the match; what `work` throws
 */
export async function claimStart<Result>(
  args: { lobbyId: string; members: readonly Member[]; outcomeOf(thrown: unknown): StartOutcome },
  work: (idempotencyKey: string) => Promise<Result>,
): Promise<Result> {
  const { lobbyId, members } = args;
  const claim = await insertStartClaim(lobbyId, now(), claimEnd());
  if (!claim) throw beingStarted(lobbyId);
  const renewal = setInterval(() => void move(claim, claimEnd()), RENEW_EVERY_MS).unref();
  try {
    return await work(startKey(claim, members));
  } catch (thrown) {
    clearInterval(renewal);
    await (args.outcomeOf(thrown) === 'unknown' ? move(claim, now()) : deleteStartClaim(claim)).catch(
      (error: unknown) =>
        log.warn({ err: error, lobby_id: lobbyId }, 'could not give the start of a lobby back; it expires'),
    );
    throw thrown;
  } finally {
    clearInterval(renewal);
  }
}

const claimEnd = () => new Date(now().getTime() + CLAIM_MS);

async function move(claim: StartClaim, to: Date): Promise<void> {
  try {
    if (await moveStartClaim(claim, to)) claim.until = to;
  } catch (error) {
    log.warn({ err: error, lobby_id: claim.lobbyId }, 'could not renew the start of a lobby');
  }
}

/** The same for each repetition of an attempt with the same members. */
function startKey({ lobbyId, attempt }: StartClaim, members: readonly Member[]): string {
  const who = members.map(({ experienceAgentId, role }) => `${experienceAgentId} ${role}`);
  return sha256Hex([lobbyId, attempt, ...who].join('\n')).slice(0, 32);
}

function beingStarted(lobbyId: string) {
  return lobbyError(
    'being_started',
    'Another call is starting this match.',
    {
      game_session_id: lobbyId,
      next: 'match.state shows when it is active; if it stays waiting, call match.start again.',
    },
    { retryable: true },
  );
}
