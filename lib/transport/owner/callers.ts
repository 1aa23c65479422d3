import type { AgentCaller, OwnerSession, Person, WaitingOwner } from '@/lib/core/caller';
import { AppError } from '@/lib/core/errors';
import { muted, NO_RESTRICTIONS, type Restrictions, suspended } from '@/lib/core/restrictions';
import type { CallerTypes, OwnerOperation } from '@/lib/core/tool';
import { readOwner, readWaitingOwner, requireRecentProof, signInEnded } from '@/lib/domain/accounts';
import { authenticate } from '@/lib/domain/keys';
import { addressBlock, limitCredential, limitOwnerRequests, payerOf, type RateState } from '@/lib/domain/limits';
import { limitKeyOf, readPerson } from '@/lib/domain/people';
import { requireActive } from '@/lib/tools/access';
import { addressOf } from '@/lib/transport/http/address';
import { isForRequest } from '@/lib/transport/http/challenge';
import { isOwnOrigin } from '@/lib/transport/http/hosts';
import { refuseForms } from '@/lib/transport/http/json-body';
import type { WireRequest } from '@/lib/transport/http/wire';

/** Who calls, and the rest of the minute where calls are counted. */
interface AdmittedCaller<Who> {
  who: Who;
  /** Whose budget pays for the body; null for an anonymous caller. */
  payer: string | null;
  rate: RateState | null;
}

/** Who may call an operation. */
export interface Authorizer<Who> {
  /** How the caller proves who it is: session cookie, API key or token, one of both, or not at all. */
  credential: 'cookie' | 'key' | 'either' | 'none';
  /** @throws UNAUTHENTICATED · FORBIDDEN, also for a request from another site and for an agent that is stopped · RATE_LIMITED */
  admit(request: WireRequest): Promise<AdmittedCaller<Who>>;
}

/** Every caller, but no page of another site. What only reads is counted by address. */
const anyone: Authorizer<null> = {
  credential: 'none',
  async admit(request) {
    requireSameSite(request);
    if (onlyReads(request)) await limitOwnerRequests(addressBlock(addressOf(request)) || 'unknown', 'read');
    return { who: null, payer: null, rate: null };
  },
};

/** An owner's browser, by the session cookie. */
const owner: Authorizer<OwnerSession> = {
  credential: 'cookie',
  async admit(request) {
    const who = await readSignedIn(request);
    return { who, payer: who.ownerId, rate: null };
  },
};

/** A person's browser: of an owner who is signed in, or of a guest. */
const person: Authorizer<Person> = {
  credential: 'cookie',
  async admit(request) {
    const { who, ...admitted } = await visitor.admit(request);
    if (!who) throw new AppError('UNAUTHENTICATED', 'You have no seat: start or join a game, or sign in.');
    return { ...admitted, who };
  },
};

/** Any browser on our pages; null for one that is neither signed in nor that of a guest. */
const visitor: Authorizer<Person | null> = {
  credential: 'none',
  async admit(request) {
    requireSameSite(request);
    if (!onlyReads(request)) refuseForms(request.header('content-type'));
    const who = await readPerson(request.header('cookie'));
    const payer = who && limitKeyOf(who);
    await limitOwnerRequests(
      payer ?? (addressBlock(addressOf(request)) || 'unknown'),
      onlyReads(request) ? 'read' : 'change',
    );
    return { who, payer, rate: null };
  },
};

/** An agent, by an API key or a token; a stopped one is refused, as by every tool. */
const agent: Authorizer<AgentCaller> = {
  credential: 'key',
  async admit(request) {
    const caller = await authenticate({
      authorization: request.header('authorization'),
      apiKey: request.header('x-api-key'),
      address: addressOf(request),
      isFor: isForRequest(request),
    });
    if (!caller) throw new AppError('UNAUTHENTICATED', 'This call needs an API key.');
    const rate = await limitCredential(caller);
    requireActive(caller);
    return { who: caller, payer: payerOf(caller), rate };
  },
};

/** An owner's browser or an agent. */
const anyCredential: Authorizer<OwnerSession | AgentCaller> = {
  credential: 'either',
  admit: (request) => (sendsKey(request) ? agent : owner).admit(request),
};

/** An administrator's browser, or an agent of theirs. */
const admin: Authorizer<OwnerSession | AgentCaller> = {
  credential: 'either',
  async admit(request) {
    const admitted = await anyCredential.admit(request);
    const { who } = admitted;
    if (!who.isAdmin)
      throw lacksRole('an administrator', 'withheldRole' in who && who.withheldRole === 'administrator');
    return admitted;
  },
};

/** The browser of a moderator or an administrator. No key of an agent has this right. */
const moderator: Authorizer<OwnerSession> = {
  credential: 'cookie',
  async admit(request) {
    const admitted = await owner.admit(request);
    const { isModerator, withheldRole } = admitted.who;
    if (!isModerator) throw lacksRole('a moderator', withheldRole !== null);
    return admitted;
  },
};

/** A browser whose second factor is not given yet. */
const signingIn: Authorizer<WaitingOwner> = {
  credential: 'cookie',
  async admit(request) {
    requireSameSite(request);
    refuseForms(request.header('content-type'));
    const who = await readWaitingOwner(request.header('cookie'));
    if (!who) throw signInEnded();
    await limitOwnerRequests(who.ownerId, 'change');
    return { who, payer: who.ownerId, rate: null };
  },
};

/** FORBIDDEN for a caller without a role, or with one that waits for a second factor. */
function lacksRole(role: string, isWithheld: boolean): AppError {
  if (!isWithheld) return new AppError('FORBIDDEN', `Only ${role} may do this.`);
  return new AppError('FORBIDDEN', `You are ${role}, and may act as one after a second factor in this browser.`, {
    details: { reason: 'second_factor_needed', next: '/console/security' },
  });
}

/** How each kind of caller is admitted. */
export const AUTHORIZERS: { [K in keyof CallerTypes]: Authorizer<CallerTypes[K]> } = {
  anyone,
  owner,
  person,
  visitor,
  admin,
  moderator,
  key: agent,
  signing_in: signingIn,
};

/**
 * Refuses changes by a person or an agent that a moderator has suspended, and words of one that is muted.
 * @throws FORBIDDEN with the reason and the end
 */
export function requireUnrestricted(
  who: OwnerSession | AgentCaller | Person | WaitingOwner | null,
  operation: Pick<OwnerOperation, 'rest' | 'isOpenToSuspended' | 'givesWords'>,
): void {
  if (who === null || 'sessionEpoch' in who || operation.isOpenToSuspended || operation.rest.startsWith('GET ')) return;
  const { suspension, mute } = restrictionsOf(who);
  if (suspension) throw suspended(suspension);
  if (mute && operation.givesWords) throw muted(mute);
}

/** @throws FORBIDDEN where an operation needs a recent proof of who uses the browser, and there is none */
export function requireProof(
  who: OwnerSession | AgentCaller | Person | WaitingOwner | null,
  { proof }: Pick<OwnerOperation, 'proof'>,
): void {
  if (proof === undefined || who === null || !('proof' in who)) return;
  if (proof === 'always' || who.proof.hasSecondFactor) requireRecentProof(who);
}

/** The account that calls, or an agent or a guest without one; null for a caller who has no account yet. */
export function accountOf(who: OwnerSession | AgentCaller | Person | WaitingOwner | null): string | null {
  if (who === null) return null;
  if ('agentId' in who) return who.ownerId ?? who.agentId;
  if ('ownerId' in who) return who.ownerId;
  return limitKeyOf(who);
}

function restrictionsOf(who: OwnerSession | AgentCaller | Person): Restrictions {
  if ('controls' in who) return who.controls.restrictions;
  if ('restrictions' in who) return who.restrictions;
  return who.kind === 'owner' ? who.owner.restrictions : (who.guest.restrictions ?? NO_RESTRICTIONS);
}

const sendsKey = (request: WireRequest): boolean =>
  request.header('authorization') !== null || request.header('x-api-key') !== null;

const onlyReads = ({ method }: WireRequest): boolean => method === 'GET' || method === 'HEAD';

/** The owner of the cookie, for a request that no other site can have made the browser send; each is counted. */
async function readSignedIn(request: WireRequest): Promise<OwnerSession> {
  requireSameSite(request);
  if (!onlyReads(request)) refuseForms(request.header('content-type'));
  const signedIn = await readOwner(request.header('cookie'));
  if (!signedIn) throw new AppError('UNAUTHENTICATED', 'Sign in first.');
  await limitOwnerRequests(signedIn.ownerId, onlyReads(request) ? 'read' : 'change');
  return signedIn;
}

/**
 * Refuses what a page of another site makes a browser send with our owner's cookie. Browsers always say where such a
 * request comes from; a program that is no browser says nothing, and has no cookie that another person put there.
 * @throws FORBIDDEN
 */
function requireSameSite(request: WireRequest): void {
  const site = request.header('sec-fetch-site');
  const origin = request.header('origin');
  const isForeign = site !== null && site !== 'same-origin' && site !== 'none';
  if (isForeign || (origin !== null && !isOwnOrigin(origin, request.host))) {
    throw new AppError('FORBIDDEN', 'Cross-site request refused.');
  }
}
