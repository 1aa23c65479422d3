import type { NextAuthOptions } from 'next-auth';
import CredentialsProvider from 'next-auth/providers/credentials';
import { INVITATION_COOKIE } from '@/components/console/invitation-cookie';
import { safeCallback } from '@/components/console/safe-callback';
import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import {
  closeBrowser,
  cookieOf,
  cookieValue,
  type OwnerSession,
  ownerOfCookie,
  readOwner,
  readSessionCookie,
  SESSION_MAX_AGE_S,
  type SignedIn,
  signInWithPassword,
  signInWithProvider,
  usesSecureCookies,
  waitingOwnerOfCookie,
} from '@/lib/domain/accounts';
import { adoptGuest } from '@/lib/domain/people';
import { noteError } from '@/lib/transport/http/unavailable';
import { oauthProviders, toIdentity } from './oauth-providers';

/** What the callbacks of next-auth need from a request: the client address, its browser and the signed-in owner. */
export interface SignInRequest {
  address: string;
  userAgent: string;
  cookieHeader: string | null;
}

/**
 * The next-auth options of one request. The cookie has only the owner's id and session epoch; the owner is read from the
 * database each time, so that "sign out everywhere" and changed rights take effect immediately.
 */
export function authOptions(request: SignInRequest): NextAuthOptions {
  let signedIn: SignedIn | null = null;
  let current: OwnerSession | null = null;
  return {
    secret: env().NEXTAUTH_SECRET,
    useSecureCookies: usesSecureCookies(),
    session: { strategy: 'jwt', maxAge: SESSION_MAX_AGE_S },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    logger: { error: (code) => log.warn({ code }, 'signing in failed'), warn: () => {}, debug: () => {} },
    providers: [
      CredentialsProvider({
        name: 'E-mail and password',
        credentials: { email: { label: 'E-mail', type: 'email' }, password: { label: 'Password', type: 'password' } },
        async authorize(fields) {
          signedIn = await tryPassword(fields?.email, fields?.password, request.address);
          return signedIn && { id: signedIn.ownerId };
        },
      }),
      ...oauthProviders(),
    ],
    events: {
      // An error here would keep the cookie, which next-auth deletes afterwards.
      signOut: ({ token }) => forgetBrowser(token).catch((err) => log.warn({ err }, 'could not forget a browser')),
    },
    callbacks: {
      redirect: ({ url, baseUrl }) => ownAddress(url, baseUrl),
      signIn: recordingErrors(async ({ account, profile }) => {
        if (account?.type !== 'oauth') return signedIn !== null;
        try {
          const owner = await readOwner(request.cookieHeader);
          const invitation = request.cookieHeader && cookieValue(request.cookieHeader, INVITATION_COOKIE);
          signedIn = await signInWithProvider(toIdentity(account, profile), owner, invitation);
          return true;
        } catch (thrown) {
          if (!(thrown instanceof AppError) || thrown.code !== 'FORBIDDEN') throw thrown;
          return `/sign-in?error=${encodeURIComponent(String(thrown.details?.reason))}`;
        }
      }),
      jwt: recordingErrors(async ({ token }) => {
        if (signedIn) {
          // A provider was connected: that opens no browser, and proves nothing.
          const kept = signedIn.proof.browserId === null ? null : await readSessionCookie(request.cookieHeader);
          if (kept) return { ...kept };
          const { cookie, awaitsFactor } = await cookieOf(signedIn, request);
          if (!awaitsFactor) await adoptGuest(signedIn, request.cookieHeader);
          return { ...cookie };
        }
        current = await ownerOfCookie(token);
        // next-auth answers a throw here by clearing the cookie.
        if (!current && !(await waitingOwnerOfCookie(token))) throw new Error('The session was ended.');
        return token;
      }),
      async session({ session }) {
        if (!current) return { expires: session.expires };
        const { ownerId, email, displayName, image, isAdmin } = current;
        return { expires: session.expires, user: { id: ownerId, email, name: displayName, image, isAdmin } };
      },
    },
  };
}

/** Takes the browser of a cookie off the list of its owner. */
async function forgetBrowser({ sub: ownerId, browser: browserId }: Record<string, unknown>): Promise<void> {
  if (typeof ownerId === 'string' && typeof browserId === 'string') await closeBrowser({ ownerId, browserId });
}

/**
 * The callback, whose errors are noted. next-auth hides them: it clears the cookie of a session that it cannot read, so
 * a restart of the database would sign everybody out.
 */
function recordingErrors<Input, Result>(
  callback: (input: Input) => Promise<Result>,
): (input: Input) => Promise<Result> {
  return async (input) => {
    try {
      return await callback(input);
    } catch (thrown) {
      noteError(thrown);
      throw thrown;
    }
  };
}

/**
 * Where next-auth may redirect to: a page of this site, else the home page. Its own rule throws on invalid addresses and
 * accepts `//elsewhere` after our origin.
 */
async function ownAddress(url: string, baseUrl: string): Promise<string> {
  return baseUrl + safeCallback(url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url, '/');
}

/** next-auth puts the message of an error into `?error=`, so only error words of the sign-in page are thrown. */
async function tryPassword(email: unknown, password: unknown, address: string): Promise<SignedIn | null> {
  try {
    return await signInWithPassword({ email, password, address });
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'RATE_LIMITED') throw new Error('RATE_LIMITED');
    if (thrown instanceof AppError && thrown.code === 'FORBIDDEN') throw new Error(String(thrown.details?.reason));
    noteError(thrown);
    log.error({ err: thrown }, 'checking a password failed unexpectedly');
    throw new Error('INTERNAL_ERROR');
  }
}
