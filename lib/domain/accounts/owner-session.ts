import { decode, encode } from 'next-auth/jwt';
import { z } from 'zod';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { updateWaitingBrowser } from './owner-browsers.repo';
import { noteSignIn, openBrowser, type SignInPlace } from './owner-browsers.service';
import { findSignedIn, findWaiting, type OwnerSession, type SignedIn, type WaitingOwner } from './owners.service';
import { SESSION_MAX_AGE_S } from './session-age';

/**
 * What the cookie says; names and rights are read from the database each time, so they are never stale. Cookies that were
 * issued before browsers had rows name none.
 */
const cookieForm = z.object({ sub: z.uuid(), epoch: z.int(), browser: z.uuid().optional() });
export type SessionCookie = z.infer<typeof cookieForm>;
type SignedInOwner = Pick<SignedIn, 'ownerId' | 'sessionEpoch'>;

/** Cookies are marked secure exactly when the product is reached by https. */
export function usesSecureCookies(): boolean {
  return env().NEXTAUTH_URL.startsWith('https://');
}

/** Name of next-auth's session cookie. */
function sessionCookieName(): string {
  return `${usesSecureCookies() ? '__Secure-' : ''}next-auth.session-token`;
}

/**
 * What next-auth puts into the cookie of someone who signs in; the browser appears in the list of the account. While
 * `awaitsFactor` the cookie signs in to nothing: `waitingOwner` finds whose it is.
 * @param factorAt when the second factor was given; null when it was not
 */
export async function cookieOf(
  owner: SignedInOwner,
  place: SignInPlace,
  factorAt: Date | null = null,
): Promise<{ cookie: SessionCookie; awaitsFactor: boolean }> {
  const { id, awaitsFactor } = await openBrowser(owner, place, factorAt);
  return { cookie: { sub: owner.ownerId, epoch: owner.sessionEpoch, browser: id }, awaitsFactor };
}

/** The owner of decoded cookie contents; null when they are not ours or the session was ended. */
export async function ownerOfCookie(contents: unknown): Promise<OwnerSession | null> {
  const cookie = cookieForm.safeParse(contents);
  if (!cookie.success) return null;
  const { sub: ownerId, epoch: sessionEpoch, browser: browserId = null } = cookie.data;
  return findSignedIn({ ownerId, sessionEpoch, browserId });
}

/** The owner whose password or provider was right in this browser, and whose second factor is not given yet; null without. */
export async function waitingOwnerOfCookie(contents: unknown): Promise<WaitingOwner | null> {
  const cookie = cookieForm.safeParse(contents);
  if (!cookie.success || cookie.data.browser === undefined) return null;
  const { sub: ownerId, epoch: sessionEpoch, browser: browserId } = cookie.data;
  return findWaiting({ ownerId, sessionEpoch, browserId });
}

/** `waitingOwnerOfCookie` for a Cookie header. One query. */
export async function readWaitingOwner(cookieHeader: string | null): Promise<WaitingOwner | null> {
  return waitingOwnerOfCookie(await readCookie(cookieHeader));
}

/**
 * Who is signed in, from a Cookie header. One query: rights are always current.
 * @returns null without a cookie, for a forged or expired one, a session that was ended everywhere, or one whose second
 * factor is missing.
 */
export async function readOwner(cookieHeader: string | null): Promise<OwnerSession | null> {
  return ownerOfCookie(await readCookie(cookieHeader));
}

/** What the session cookie of a Cookie header says, whether or not it is still signed in; null without one of ours. */
export async function readSessionCookie(cookieHeader: string | null): Promise<SessionCookie | null> {
  const cookie = cookieForm.safeParse(await readCookie(cookieHeader));
  return cookie.success ? cookie.data : null;
}

/** The browser that a Cookie header names, whether or not it is still signed in; null when it names none. */
export async function browserOfCookie(cookieHeader: string | null): Promise<string | null> {
  return (await readSessionCookie(cookieHeader))?.browser ?? null;
}

async function readCookie(cookieHeader: string | null): Promise<unknown> {
  const token = cookieHeader && cookieValue(cookieHeader, sessionCookieName());
  return token ? decode({ token, secret: env().NEXTAUTH_SECRET }).catch(() => null) : null;
}

/**
 * The Cookie header of an owner who signed in; what the sign-in route sets, for callers without a browser.
 * Without `place` the list of browsers does not show it.
 */
export async function sessionCookieHeader(
  owner: SignedInOwner,
  place?: SignInPlace,
  factorAt: Date | null = null,
): Promise<string> {
  const contents = place
    ? (await cookieOf(owner, place, factorAt)).cookie
    : { sub: owner.ownerId, epoch: owner.sessionEpoch };
  return encodeCookie(contents);
}

async function encodeCookie(contents: SessionCookie): Promise<string> {
  const token = await encode({ token: { ...contents }, secret: env().NEXTAUTH_SECRET, maxAge: SESSION_MAX_AGE_S });
  return `${sessionCookieName()}=${token}`;
}

const withAttributes = (cookie: string, maxAgeS: number): string =>
  `${cookie}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${usesSecureCookies() ? '; Secure' : ''}`;

/**
 * The Set-Cookie header that signs a browser in, as next-auth itself would set it.
 * @param factorAt when the second factor was given; null when it was not, and an account that has one is asked for it
 */
export async function sessionSetCookie(
  owner: SignedInOwner,
  place: SignInPlace,
  factorAt: Date | null = null,
): Promise<string> {
  return withAttributes(await sessionCookieHeader(owner, place, factorAt), SESSION_MAX_AGE_S);
}

/** The Set-Cookie header that takes the cookie away. */
export function clearedSetCookie(): string {
  return withAttributes(`${sessionCookieName()}=`, 0);
}

/**
 * Signs in the browser that waited for a second factor, which was right.
 * @returns the Set-Cookie header
 * @throws UNAUTHENTICATED when the sign-in has been used, or has ended
 */
export async function completeSignIn(waiting: WaitingOwner): Promise<string> {
  const { ownerId, browserId, sessionEpoch } = waiting;
  const newBrowserId = newId();
  const place = await updateWaitingBrowser({ ownerId, browserId, newId: newBrowserId, at: now() });
  if (!place) throw signInEnded();
  await noteSignIn(ownerId, { userAgent: place.user_agent, address: place.address });
  const cookie = await encodeCookie({ sub: ownerId, epoch: sessionEpoch, browser: newBrowserId });
  return withAttributes(cookie, SESSION_MAX_AGE_S);
}

/** UNAUTHENTICATED for a sign-in whose second factor may no longer be given. */
export const signInEnded = (): AppError =>
  new AppError(
    'UNAUTHENTICATED',
    'This sign-in has ended. Sign in again, and give the second factor within 10 minutes.',
  );

/** The value of a cookie in a Cookie header, or null. */
export function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim() || null;
  }
  return null;
}
