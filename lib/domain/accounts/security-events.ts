import { once } from '@/lib/core/globals';
import type { OwnerId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';

/** What the owner of an account should learn about, in case it was not them. */
export type SecurityEventKind =
  | 'browser_signed_in'
  | 'password_changed'
  | 'email_changed'
  | 'key_created'
  | 'app_connected'
  | 'provider_connected'
  | 'passkey_added'
  | 'passkey_removed'
  | 'authenticator_added'
  | 'authenticator_removed'
  | 'recovery_codes_replaced'
  | 'recovery_code_used';

/** Something that changed who may use an account. */
export interface SecurityEvent {
  ownerId: OwnerId;
  kind: SecurityEventKind;
  /** The browser that signed in, in words, and its address. */
  place?: { browser: string; address: string };
  /** The e-mail before the change. */
  previous?: { email: string; isProven: boolean };
}

type Listener = (event: SecurityEvent) => Promise<void>;

/** By name, because Next loads a module twice in one process: the second registration replaces the first. */
const listeners = () => once('accounts.security_listeners', () => new Map<string, Listener>());

/** Hears every security event of this process. */
export function onSecurityEvent(name: string, listener: Listener): void {
  listeners().set(name, listener);
}

/** Announces what has just been stored. Never throws: the change holds whether or not its owner can be notified. */
export async function announceSecurityEvent(event: SecurityEvent): Promise<void> {
  for (const listener of listeners().values()) {
    await listener(event).catch((err: unknown) =>
      log.error({ err, kind: event.kind }, 'a security notice was not queued'),
    );
  }
}
