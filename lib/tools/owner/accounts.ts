import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import {
  becomeAdmin,
  changeEmail,
  changePassword,
  closeBrowser,
  registerOwner,
  renameOwner,
  resetPassword,
  sessionSetCookie,
  signOutEverywhere,
  verifyEmail,
} from '@/lib/domain/accounts';
import {
  accountNameBody,
  adminLinkBody,
  changeEmailBody,
  changePasswordBody,
  deleteAccountBody,
  registerOwnerBody,
  resetPasswordBody,
} from '@/lib/domain/console';
import { deleteAccount } from '@/lib/domain/deletion';
import { mailResetLink, mailVerifyLink, offerVerifyLink } from '@/lib/domain/mail';
import { removeFactorsWith } from '@/lib/domain/second-factors';

const signedOut = z.strictObject({ signed_out: z.boolean().describe('The cookies work no longer') });
const passwordChanged = z.strictObject({ changed: z.boolean().describe('Other browsers are signed out') });

/** Accounts of people: opening one, its password, its sessions. */
export const ACCOUNT_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'post_owners',
    title: 'Open an account',
    caller: 'anyone',
    rest: 'POST /owners',
    givesWords: true,
    restStatus: 201,
    errors: ['FORBIDDEN', 'INVALID_STATE'],
    input: registerOwnerBody,
    output: z.strictObject({
      owner_id: z.uuid().describe('The account'),
      email: z.string().describe('Its e-mail'),
      display_name: z.string().nullable().describe('Its public name; null without one'),
      is_admin: z.boolean().describe('Whether it is an administrator'),
      awaits_approval: z.literal(true).optional().describe('It can be signed in to when an administrator approves it'),
    }),
    examples: [{ email: 'ada@example.com', password: 'a long pass phrase' }],
    async run({ address, origin }, body) {
      const { email, password, display_name: displayName, invitation, note } = body;
      const owner = await registerOwner({ email, password, displayName, invitation, note, address });
      if (!owner.awaitsApproval) await offerVerifyLink({ ownerId: owner.ownerId, email: owner.email, origin });
      return {
        owner_id: owner.ownerId,
        email: owner.email,
        display_name: owner.displayName,
        is_admin: owner.isAdmin,
        ...(owner.awaitsApproval ? { awaits_approval: true as const } : {}),
      };
    },
  }),
  defineTool({
    name: 'patch_console_account',
    title: 'Name the account; null takes the name away',
    caller: 'owner',
    rest: 'PATCH /console/account',
    givesWords: true,
    input: accountNameBody,
    output: z.strictObject({ display_name: z.string().nullable().describe('The public name now') }),
    examples: [{ display_name: 'Ada' }],
    async run({ who }, body) {
      return { display_name: (await renameOwner(who, body.display_name)).displayName };
    },
  }),
  defineTool({
    name: 'delete_console_browsers_browser_id',
    title: 'Sign one browser out',
    caller: 'owner',
    rest: 'DELETE /console/browsers/{browser_id}',
    isOpenToSuspended: true,
    input: z.strictObject({ browser_id: z.uuid().describe('The browser') }),
    output: signedOut,
    examples: [{ browser_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { browser_id }) {
      await closeBrowser({ ownerId: who.ownerId, browserId: browser_id });
      return { signed_out: true };
    },
  }),
  defineTool({
    name: 'post_console_sign_out_everywhere',
    title: 'Sign out everywhere',
    caller: 'owner',
    rest: 'POST /console/sign-out-everywhere',
    isOpenToSuspended: true,
    input: z.strictObject({}),
    output: signedOut,
    examples: [{}],
    async run({ who }) {
      await signOutEverywhere(who.ownerId);
      return { signed_out: true };
    },
  }),
  defineTool({
    name: 'post_console_account_delete',
    title: 'Delete the account with all agents',
    caller: 'owner',
    rest: 'POST /console/account/delete',
    proof: 'with_factor',
    isOpenToSuspended: true,
    input: deleteAccountBody,
    output: z.strictObject({ deleted: z.boolean().describe('The account is gone') }),
    errors: ['INVALID_STATE'],
    examples: [{ confirmation: 'a long pass phrase' }],
    async run({ who }, body) {
      await deleteAccount({ ownerId: who.ownerId, confirmation: body.confirmation });
      return { deleted: true };
    },
  }),
  defineTool({
    name: 'post_console_password',
    title: 'Change the password',
    caller: 'owner',
    rest: 'POST /console/password',
    proof: 'with_factor',
    isOpenToSuspended: true,
    input: changePasswordBody,
    output: passwordChanged,
    examples: [{ current_password: 'the old pass phrase', new_password: 'a long pass phrase' }],
    async run({ who, address, userAgent, setCookie }, body) {
      const { current_password: currentPassword, new_password: newPassword } = body;
      const changed = await changePassword({ ownerId: who.ownerId, currentPassword, newPassword });
      setCookie(await sessionSetCookie(changed, { address, userAgent }, who.proof.factorAt));
      return { changed: true };
    },
  }),
  defineTool({
    name: 'post_console_email',
    title: 'Change the e-mail of the account',
    caller: 'owner',
    rest: 'POST /console/email',
    proof: 'with_factor',
    isOpenToSuspended: true,
    input: changeEmailBody,
    output: z.strictObject({ email: z.string().describe('The e-mail now') }),
    errors: ['INVALID_STATE'],
    examples: [{ current_password: 'a long pass phrase', email: 'ada@example.com' }],
    async run({ who: { ownerId }, origin }, { current_password: currentPassword, email: wanted }) {
      const { email } = await changeEmail({ ownerId, currentPassword, email: wanted });
      await offerVerifyLink({ ownerId, email, origin });
      return { email };
    },
  }),
  defineTool({
    name: 'post_console_email_verify_mail',
    title: 'Mail a link that proves the e-mail of the account',
    caller: 'owner',
    rest: 'POST /console/email/verify-mail',
    restStatus: 202,
    isOpenToSuspended: true,
    input: z.strictObject({}),
    output: z.strictObject({ accepted: z.literal(true).describe('The mail is on its way') }),
    errors: ['INVALID_STATE'],
    examples: [{}],
    async run({ who: { ownerId, email }, origin }) {
      await mailVerifyLink({ ownerId, email, origin });
      return { accepted: true as const };
    },
  }),
  defineTool({
    name: 'post_console_email_verify',
    title: 'Prove the e-mail of the account by the link of the mail',
    caller: 'owner',
    rest: 'POST /console/email/verify',
    isOpenToSuspended: true,
    input: z.strictObject({ token: z.string().min(1).max(200).describe('The text of the link') }),
    output: z.strictObject({ email: z.string().describe('The e-mail that is proven') }),
    examples: [{ token: 'from-the-link' }],
    run: ({ who }, { token }) => verifyEmail({ ownerId: who.ownerId, token }),
  }),
  defineTool({
    name: 'post_console_administrator',
    title: 'Become an administrator by the link in the log of the server',
    caller: 'owner',
    rest: 'POST /console/administrator',
    input: adminLinkBody,
    output: z.strictObject({ is_admin: z.boolean().describe('You are an administrator') }),
    examples: [{ token: 'from-the-link' }],
    async run({ who }, { token }) {
      await becomeAdmin({ token, who });
      return { is_admin: true };
    },
  }),
  defineTool({
    name: 'post_owners_password_mail',
    title: 'Mail a reset link to the account of an e-mail',
    caller: 'anyone',
    rest: 'POST /owners/password/mail',
    restStatus: 202,
    input: z.strictObject({ email: z.email().max(200).describe('E-mail of the account') }),
    output: z.strictObject({ accepted: z.literal(true).describe('A mail is sent if the e-mail has an account') }),
    errors: ['INVALID_STATE'],
    examples: [{ email: 'ada@example.com' }],
    async run({ address, origin }, { email }) {
      await mailResetLink({ email, address, origin });
      return { accepted: true as const };
    },
  }),
  defineTool({
    name: 'post_owners_password',
    title: 'Set a new password by a reset link',
    caller: 'anyone',
    rest: 'POST /owners/password',
    input: resetPasswordBody,
    output: passwordChanged,
    examples: [{ token: 'from-the-link', password: 'a long pass phrase' }],
    async run({ address, userAgent, setCookie }, body) {
      const signedIn = await resetPassword({ ...body, address, removeFactors: removeFactorsWith });
      setCookie(await sessionSetCookie(signedIn, { address, userAgent }));
      return { changed: true };
    },
  }),
];
