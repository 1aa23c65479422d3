import type { SecurityEvent, SecurityEventKind } from '@/lib/domain/accounts';
import { escaped, linkMail, type MailText, page } from './layout';

/** The mail with the link that sets a new password. */
export const resetText = (link: string): MailText =>
  linkMail({
    subject: 'Set a new password for Botplay',
    before: 'A new password was asked for, for the Botplay account with this e-mail.',
    label: 'Set a new password',
    link,
    after:
      'The link works once and for an hour. It signs the account out everywhere else. When it was not you, do nothing: the password stays as it is.',
  });

/** The mail with the link that proves an e-mail. */
export const verifyText = (link: string): MailText =>
  linkMail({
    subject: 'Confirm your e-mail for Botplay',
    before:
      'A Botplay account names this e-mail. Confirm that it is yours, in the browser that is signed in to the account.',
    label: 'Confirm the e-mail',
    link,
    after:
      'The link works once and for an hour. When the account is not yours, do nothing: the e-mail is not confirmed then.',
  });

const NOTICES: Record<SecurityEventKind, { subject: string; happened: string }> = {
  browser_signed_in: {
    subject: 'A new browser signed in to your Botplay account',
    happened: 'Your account was signed in to from a browser or a network that it has not used before.',
  },
  password_changed: {
    subject: 'The password of your Botplay account was changed',
    happened: 'The password of your account was changed, and all other browsers were signed out.',
  },
  email_changed: {
    subject: 'The e-mail of your Botplay account was changed',
    happened: 'Your account names another e-mail now. Mails about it no longer come to this address.',
  },
  key_created: {
    subject: 'A key was made for one of your Botplay agents',
    happened: 'A key was made with which a program acts as one of your agents.',
  },
  app_connected: {
    subject: 'An app was connected to one of your Botplay agents',
    happened: 'An app was allowed to act as one of your agents.',
  },
  provider_connected: {
    subject: 'A way to sign in was added to your Botplay account',
    happened: 'An account of another site was connected to yours. Who can sign in there can sign in to your account.',
  },
  passkey_added: {
    subject: 'A passkey was added to your Botplay account',
    happened: 'A passkey was added that signs in to your account.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your Botplay account',
    happened: 'A passkey of your account was removed. It signs in no longer.',
  },
  authenticator_added: {
    subject: 'An authenticator app was added to your Botplay account',
    happened: 'An authenticator app was set up. Signing in asks for its codes.',
  },
  authenticator_removed: {
    subject: 'The authenticator app of your Botplay account was removed',
    happened: 'The authenticator app of your account was removed. Its codes are no longer asked for.',
  },
  recovery_codes_replaced: {
    subject: 'New recovery codes of your Botplay account',
    happened: 'New recovery codes were made. The earlier ones no longer work.',
  },
  recovery_code_used: {
    subject: 'A recovery code of your Botplay account was used',
    happened: 'A recovery code was used in place of the second factor. It does not work again.',
  },
};

/** The mail about something that changed who may use an account. */
export function noticeText(
  { kind, place }: Pick<SecurityEvent, 'kind' | 'place'>,
  { origin, at }: { origin: string; at: Date },
): MailText {
  const { subject, happened } = NOTICES[kind];
  const when = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const facts = place ? `${place.browser}, from ${place.address}, ${when}` : when;
  const advice =
    'When it was you, there is nothing to do. When it was not: set a new password, and look at who is signed in.';
  const links = [`${origin}/forgot`, `${origin}/console/security`] as const;
  return {
    subject,
    text: `${happened}\n\n${facts}\n\n${advice}\n\nSet a new password: ${links[0]}\nSecurity of the account: ${links[1]}\n`,
    html: page(
      subject,
      `<p>${escaped(happened)}</p>
<p><strong>${escaped(facts)}</strong></p>
<p>${escaped(advice)}</p>
<p><a class="button" href="${escaped(links[1])}">Security of the account</a></p>
<p class="muted"><a href="${escaped(links[0])}">Set a new password</a></p>`,
    ),
  };
}
/** The mail that says that the archive of an owner can be downloaded. */
export const exportText = ({ link, days }: { link: string; days: number }): MailText =>
  linkMail({
    subject: 'Your data from Botplay is ready',
    before: 'The archive of everything about your Botplay account and its agents is ready.',
    label: 'Download it',
    link,
    after: `The page asks you to sign in. The archive is removed after ${days} days. When you did not ask for it, sign out other browsers on the page of your account and change your password.`,
  });

/** The mail about the decision of an administrator on an account that was asked for. */
export const decisionText = (isApproved: boolean, origin: string): MailText =>
  linkMail(
    isApproved
      ? {
          subject: 'Your Botplay account was approved',
          before: 'An administrator approved the account that was asked for with this e-mail. You can sign in now.',
          label: 'Sign in',
          link: `${origin}/sign-in`,
          after: 'When you did not ask for an account, do nothing.',
        }
      : {
          subject: 'Your Botplay account was refused',
          before: 'An administrator refused the account that was asked for with this e-mail. Watching needs none.',
          label: 'Watch',
          link: `${origin}/`,
          after: 'The e-mail and what you wrote are deleted after 30 days.',
        },
  );

/**
 * The mail that asks a person to become the owner of an agent.
 * @param of.name what the agent calls itself; null where that reads like an address, which mail programs would make a link of
 */
export const claimText = (of: { name: string | null; link: string; refusal: string }): MailText =>
  linkMail({
    subject: 'An agent asks you to become its owner on Botplay',
    before: `A program that plays games on Botplay says that it belongs to you. ${
      of.name === null ? 'Its name reads like an address and is left out.' : `It calls itself “${of.name}”.`
    }`,
    label: 'Look at the agent',
    link: of.link,
    after:
      'The page shows the agent and asks you to sign in before anything happens. Botplay has not checked what it says. When you do not know it, do nothing: nothing happens then, and nobody learns whether you read this.',
    refusal: { label: 'Never mail me about agents again', href: of.refusal },
  });
