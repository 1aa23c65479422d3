import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';
import type { OwnerRow } from './owners.repo';

const configured = () => once('admin-emails', () => new Set(env().ADMIN_EMAILS.map((email) => email.toLowerCase())));

/** The addresses of ADMIN_EMAILS, in lower case. */
export function adminEmails(): string[] {
  return [...configured()];
}

/** Whether ADMIN_EMAILS makes an account an administrator: only with an e-mail that a provider has proved. */
export function isAdminByEmail(owner: Pick<OwnerRow, 'email' | 'email_verified'>): boolean {
  return owner.email_verified !== null && configured().has(owner.email);
}

/** Whether an owner is an administrator. Everything that asks for this right asks here, with a row that was just read. */
export function isAdminOwner(owner: Pick<OwnerRow, 'email' | 'email_verified' | 'is_admin'>): boolean {
  return owner.is_admin || isAdminByEmail(owner);
}

/**
 * Whether a right of moderators or administrators waits for a second factor. Every place that grants one asks here.
 * @param isFactorGiven in the browser that asks; for a key: the account of its agent has one
 */
export function withholdsRole(isFactorGiven: boolean): boolean {
  return env().ADMIN_SECOND_FACTOR === 'required' && !isFactorGiven;
}

/**
 * Whether an e-mail can only be taken by a provider that proves it: in production those of ADMIN_EMAILS. An account that
 * only typed the address would keep its true owner from signing in.
 */
export function isReservedEmail(email: string): boolean {
  return env().production && configured().has(email);
}
