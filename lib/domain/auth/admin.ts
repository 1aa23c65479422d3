import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';

/** Whether an owner is an administrator: the first account by its flag, others by ADMIN_EMAILS. */
export function isAdminOwner(owner: { email: string; isAdmin: boolean }): boolean {
  const named = once('admin-emails', () => new Set(env().ADMIN_EMAILS.map((email) => email.toLowerCase())));
  return owner.isAdmin || named.has(owner.email);
}
