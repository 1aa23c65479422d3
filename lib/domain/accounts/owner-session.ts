import { decode, encode } from 'next-auth/jwt';
import { z } from 'zod';
import { env } from '@/lib/core/env';
import { openBrowser, type SignInPlace } from './owner-browsers.service';
import { findSignedIn, type OwnerSession, type SignedIn } from './owners.service';
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

/** What next-auth puts into the cookie of someone who signs in; the browser appears in the list of the account. */
export async function cookieOf(owner: SignedInOwner, place: SignInPlace): Promise<SessionCookie> {
  return { sub: owner.ownerId, epoch: owner.sessionEpoch, browser: await openBrowser(owner, place) };
}

/** The owner of decoded cookie contents; null when they are not ours or the session was ended. */
export async function ownerOfCookie(contents: unknown): Promise<OwnerSession | null> {
  const cookie = cookieForm.safeParse(contents);
  if (!cookie.success) return null;
  const { sub: ownerId, epoch: sessionEpoch, browser: browserId = null } = cookie.data;
  return findSignedIn({ ownerId, sessionEpoch, browserId });
}

/**
 * Who is signed in, from a Cookie header. One query: rights are always current.
 * @returns null without a cookie, for a forged or expired one, or a session that was ended everywhere.
 */
export async function readOwner(cookieHeader: string | null): Promise<OwnerSession | null> {
  return ownerOfCookie(await readCookie(cookieHeader));
}

/** The browser that a Cookie header names, whether or not it is still signed in; null when it names none. */
export async function browserOfCookie(cookieHeader: string | null): Promise<string | null> {
  const cookie = cookieForm.safeParse(await readCookie(cookieHeader));
  return cookie.success ? (cookie.data.browser ?? null) : null;
}

async function readCookie(cookieHeader: string | null): Promise<unknown> {
  const token = cookieHeader && cookieValue(cookieHeader, sessionCookieName());
  return token ? decode({ token, secret: env().NEXTAUTH_SECRET }).catch(() => null) : null;
}

/**
 * The Cookie header of an owner who signed in; what the sign-in route sets, for callers without a browser.
 * Without `place` the list of browsers does not show it.
 */
export async function sessionCookieHeader(owner: SignedInOwner, place?: SignInPlace): Promise<string> {
  const contents = place ? await cookieOf(owner, place) : { sub: owner.ownerId, epoch: owner.sessionEpoch };
  const token = await encode({ token: { ...contents }, secret: env().NEXTAUTH_SECRET, maxAge: SESSION_MAX_AGE_S });
  return `${sessionCookieName()}=${token}`;
}

/** The Set-Cookie header that signs a browser in, as next-auth itself would set it. */
export async function sessionSetCookie(owner: SignedInOwner, place: SignInPlace): Promise<string> {
  const secure = usesSecureCookies() ? '; Secure' : '';
  return `${await sessionCookieHeader(owner, place)}; Path=/; Max-Age=${SESSION_MAX_AGE_S}; HttpOnly; SameSite=Lax${secure}`;
}

/** The value of a cookie in a Cookie header, or null. */
export function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim() || null;
  }
  return null;
}
