import {
  changePassword,
  changePasswordBody,
  deleteAccountBody,
  registerOwner,
  registerOwnerBody,
  resetPassword,
  resetPasswordBody,
  sessionSetCookie,
  signOutEverywhere,
} from '@/lib/domain/auth';
import { deleteAccount } from '@/lib/domain/deletion';
import { anyone, owner } from './callers';
import { defineRoute, type Route } from './route';

/** Accounts of people: opening one, its password, its sessions. */
export const ACCOUNT_ROUTES: Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/owners',
    title: 'Open an account',
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
    method: 'POST',
    path: '/api/console/sign-out-everywhere',
    title: 'Sign out everywhere',
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
    who: owner,
    body: changePasswordBody,
    async run({ who, body, setCookie }) {
      const { current_password: currentPassword, new_password: newPassword } = body;
      setCookie(await sessionSetCookie(await changePassword({ ownerId: who.ownerId, currentPassword, newPassword })));
      return { changed: true };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/owners/password',
    title: 'Set a new password by a reset link',
    who: anyone,
    body: resetPasswordBody,
    async run({ body, address, setCookie }) {
      setCookie(await sessionSetCookie(await resetPassword({ ...body, address })));
      return { changed: true };
    },
  }),
];
