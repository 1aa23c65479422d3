import { createHash } from 'node:crypto';
import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { newId, type OwnerId } from '@/lib/core/ids';
import { announceCredentialChange } from './credential-changes';
import {
  deleteBrowser,
  deleteKnownBrowsersBefore,
  findBrowsers,
  insertBrowser,
  noteKnownBrowser,
} from './owner-browsers.repo';
import { announceSecurityEvent } from './security-events';
import { SESSION_MAX_AGE_S } from './session-age';

const MAX_USER_AGENT_CHARACTERS = 300;

/** From where someone signs in. */
export interface SignInPlace {
  userAgent: string;
  address: string;
}

/** A browser that is signed in, for the account page. */
export interface SignedInBrowser {
  id: string;
  /** "Firefox on Linux". */
  name: string;
  address: string;
  signedInAt: string;
  /** Noted every ten minutes. */
  lastSeenAt: string;
}

/** How long a sign-in waits for its second factor. */
const FACTOR_WITHIN_MS = 10 * 60_000;

/** A browser that began to wait for a second factor before this time waits no longer. */
export const abandonedBefore = (): Date => new Date(now().getTime() - FACTOR_WITHIN_MS);

const expiredBefore = (): Date => new Date(now().getTime() - SESSION_MAX_AGE_S * 1000);

/**
 * Stores a browser that signs in.
 * @param factorAt when the second factor was given; without it an account that has one is asked for it
 * @returns the id that its cookie names, and whether it has to give a second factor first
 */
export async function openBrowser(
  owner: { ownerId: OwnerId; sessionEpoch: number },
  { userAgent, address }: SignInPlace,
  factorAt: Date | null = null,
): Promise<{ id: string; awaitsFactor: boolean }> {
  const id = newId();
  const { awaitsFactor } = await insertBrowser({
    id,
    ownerId: owner.ownerId,
    sessionEpoch: owner.sessionEpoch,
    userAgent: userAgent.slice(0, MAX_USER_AGENT_CHARACTERS),
    address,
    at: now(),
    factorAt,
    expiredBefore: expiredBefore(),
    abandonedBefore: abandonedBefore(),
  });
  if (!awaitsFactor) await noteSignIn(owner.ownerId, { userAgent, address });
  return { id, awaitsFactor };
}

const KNOWN_FOR_MS = 180 * 24 * 3_600_000;

/** Tells the owner of a sign-in from a kind of browser or a network that is new to the account. */
export async function noteSignIn(ownerId: OwnerId, { userAgent, address }: SignInPlace): Promise<void> {
  const browser = describeUserAgent(userAgent);
  const fingerprint = createHash('sha256')
    .update(`${browser} ${networkOf(address)}`)
    .digest('base64url');
  if (await noteKnownBrowser({ ownerId, fingerprint, at: now() }))
    await announceSecurityEvent({ ownerId, kind: 'browser_signed_in', place: { browser, address } });
}

/** The network that an address is likely to stay in: a phone gets another address every day. */
const networkOf = (address: string): string =>
  address.includes(':') ? address.split(':').slice(0, 2).join(':') : address.split('.').slice(0, 2).join('.');

registerCleanup({
  name: 'known browsers',
  removeBatch: (limit) => deleteKnownBrowsersBefore(new Date(now().getTime() - KNOWN_FOR_MS), limit),
});

/** The browsers that are signed in to an account, the last seen first. One query. */
export async function listBrowsers(ownerId: OwnerId): Promise<SignedInBrowser[]> {
  const rows = await findBrowsers(ownerId, expiredBefore());
  return rows.map((row) => ({
    id: row.id,
    name: describeUserAgent(row.user_agent),
    address: row.address,
    signedInAt: row.signed_in_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  }));
}

/**
 * Signs one browser of an owner out.
 * @throws NOT_FOUND when the owner has no such browser
 */
export async function closeBrowser(of: { ownerId: string; browserId: string }): Promise<void> {
  if (!(await deleteBrowser(of.ownerId, of.browserId))) {
    throw new AppError('NOT_FOUND', 'This browser is not signed in to your account.');
  }
  await announceCredentialChange({ ownerId: of.ownerId, ended: false });
}

/** The first that fits counts: most browsers name those that they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The browser of a User-Agent header in words: "Firefox on Linux". For people only: every client can send any text. */
export function describeUserAgent(userAgent: string): string {
  const find = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(BROWSERS) ?? 'Unknown browser';
  const system = find(SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}
