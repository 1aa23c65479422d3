import { z } from 'zod';
import {
  accountNameBody,
  adminLinkBody,
  becomeAdmin,
  changeEmail,
  changeEmailBody,
  changePassword,
  changePasswordBody,
  closeBrowser,
  deleteAccountBody,
  registerOwner,
  registerOwnerBody,
  renameOwner,
  resetPassword,
  resetPasswordBody,
  sessionSetCookie,
  signOutEverywhere,
} from '@/lib/domain/auth';
import { deleteAccount } from '@/lib/domain/deletion';
import { anyone, owner } from './callers';
import { defineRoute, type Route } from './route';

const signedOut = z.strictObject({ signed_out: z.boolean().describe('The cookies work no longer') });
const passwordChanged = z.strictObject({ changed: z.boolean().describe('Other browsers are signed out') });

/** Accounts of people: opening one, its password, its sessions. */
export const ACCOUNT_ROUTES: Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/owners',
    title: 'Open an account',
    output: z.strictObject({
      owner_id: z.uuid().describe('The account'),
      email: z.string().describe('Its e-mail'),
      display_name: z.string().nullable().describe('Its public name; null without one'),
      is_admin: z.boolean().describe('Whether it is an administrator'),
    }),
    example: { email: 'ada@example.com', password: 'a long pass phrase' },
    who: anyone,
    body: registerOwnerBody,
    status: 201,
    async run({ body, address }) {
      const { email, password, display_name: displayName } = body;
      const made = await registerOwner({ email, password, displayName, address });
      return { owner_id: made.ownerId, email: made.email, display_name: made.displayName, is_admin: made.isAdmin };
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/api/console/account',
    title: 'Name the account; null takes the name away',
    output: z.strictObject({ display_name: z.string().nullable().describe('The public name now') }),
    example: { display_name: 'Ada' },
    who: owner,
    body: accountNameBody,
    async run({ who, body }) {
      return { display_name: (await renameOwner(who, body.display_name)).displayName };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/console/browsers/{browser_id}',
    title: 'Sign one browser out',
    output: signedOut,
    who: owner,
    async run({ who, params }) {
      await closeBrowser({ ownerId: who.ownerId, browserId: params.browser_id });
      return { signed_out: true };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/sign-out-everywhere',
    title: 'Sign out everywhere',
    output: signedOut,
    who: owner,
    async run({ who }) {
      await signOutEverywhere(who.ownerId);
      return { signed_out: true };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/account/delete',
    title: 'Delete the account with all agents',
    output: z.strictObject({ deleted: z.boolean().describe('The account is gone') }),
    example: { confirmation: 'a long pass phrase' },
    who: owner,
    body: deleteAccountBody,
    errors: ['INVALID_STATE'],
    async run({ who, body }) {
      await deleteAccount({ ownerId: who.ownerId, confirmation: body.confirmation });
      return { deleted: true };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/password',
    title: 'Change the password',
    output: passwordChanged,
    example: { current_password: 'the old pass phrase', new_password: 'a long pass phrase' },
    who: owner,
    body: changePasswordBody,
    async run({ who, body, address, userAgent, setCookie }) {
      const { current_password: currentPassword, new_password: newPassword } = body;
      const changed = await changePassword({ ownerId: who.ownerId, currentPassword, newPassword });
      setCookie(await sessionSetCookie(changed, { address, userAgent }));
      return { changed: true };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/email',
    title: 'Change the e-mail of the account',
    output: z.strictObject({ email: z.string().describe('The e-mail now') }),
    example: { current_password: 'a long pass phrase', email: 'ada@example.com' },
    who: owner,
    body: changeEmailBody,
    errors: ['INVALID_STATE'],
    run({ who, body: { current_password: currentPassword, email } }) {
      return changeEmail({ ownerId: who.ownerId, currentPassword, email });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/administrator',
    title: 'Become an administrator by the link in the log of the server',
    output: z.strictObject({ is_admin: z.boolean().describe('You are an administrator') }),
    example: { token: 'from-the-link' },
    who: owner,
    body: adminLinkBody,
    async run({ who, body: { token } }) {
      await becomeAdmin({ token, ownerId: who.ownerId });
      return { is_admin: true };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/owners/password',
    title: 'Set a new password by a reset link',
    output: passwordChanged,
    example: { token: 'from-the-link', password: 'a long pass phrase' },
    who: anyone,
    body: resetPasswordBody,
    async run({ body, address, userAgent, setCookie }) {
      setCookie(await sessionSetCookie(await resetPassword({ ...body, address }), { address, userAgent }));
      return { changed: true };
    },
  }),
];
