import { decode, encode } from 'next-auth/jwt';
import { z } from 'zod';
import { env } from '@/lib/core/env';
import { findSignedIn, type OwnerSession, type SignedIn } from './owners.service';

/** Thirty days. */
export const SESSION_MAX_AGE_S = 30 * 24 * 3600;

/** What the cookie says; names and rights are read from the database each time, so they are never stale. */
const cookieForm = z.object({ sub: z.uuid(), epoch: z.int() });
export type SessionCookie = z.infer<typeof cookieForm>;

/** Cookies are marked secure exactly when the product is reached by https. */
export function usesSecureCookies(): boolean {
  return env().NEXTAUTH_URL.startsWith('https://');
}

/** Name of next-auth's session cookie. */
export function sessionCookieName(): string {
  return `${usesSecureCookies() ? '__Secure-' : ''}next-auth.session-token`;
}

/** What next-auth puts into the cookie of someone who signed in. */
export function cookieOf(owner: Pick<SignedIn, 'ownerId' | 'sessionEpoch'>): SessionCookie {
  return { sub: owner.ownerId, epoch: owner.sessionEpoch };
}

/** The owner of decoded cookie contents; null when they are not ours or the session was ended everywhere. */
export async function ownerOfCookie(contents: unknown): Promise<OwnerSession | null> {
  const cookie = cookieForm.safeParse(contents);
  return cookie.success ? findSignedIn({ ownerId: cookie.data.sub, sessionEpoch: cookie.data.epoch }) : null;
}

/**
 * Who is signed in, from a Cookie header. One query: rights are always current.
 * @returns null without a cookie, for a forged or expired one, or a session that was ended everywhere.
 */
export async function readOwner(cookieHeader: string | null): Promise<OwnerSession | null> {
  const token = cookieHeader && cookieValue(cookieHeader, sessionCookieName());
  if (!token) return null;
  const contents = await decode({ token, secret: env().NEXTAUTH_SECRET }).catch(() => null);
  return ownerOfCookie(contents);
}

/** The Cookie header of an owner who signed in; what the sign-in route sets, for callers without a browser. */
export async function sessionCookieHeader(owner: Pick<SignedIn, 'ownerId' | 'sessionEpoch'>): Promise<string> {
  const token = await encode({
    token: { ...cookieOf(owner) },
    secret: env().NEXTAUTH_SECRET,
    maxAge: SESSION_MAX_AGE_S,
  });
  return `${sessionCookieName()}=${token}`;
}

/** The Set-Cookie header that signs a browser in, as next-auth itself would set it. */
export async function sessionSetCookie(owner: Pick<SignedIn, 'ownerId' | 'sessionEpoch'>): Promise<string> {
  const secure = usesSecureCookies() ? '; Secure' : '';
  return `${await sessionCookieHeader(owner)}; Path=/; Max-Age=${SESSION_MAX_AGE_S}; HttpOnly; SameSite=Lax${secure}`;
}

/** The value of a cookie in a Cookie header, or null. */
export function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim() || null;
  }
  return null;
}
