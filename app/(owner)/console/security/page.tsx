import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { siteOrigin } from '@/app/origin';
import { requireOwner } from '@/app/owner';
import { BrowserList } from '@/components/console/browser-list';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { SignOutEverywhere } from '@/components/console/sign-out-everywhere';
import { AddPasskey } from '@/components/security/add-passkey';
import { AuthenticatorSetup, RemoveAuthenticator } from '@/components/security/authenticator-setup';
import { PasskeyTable } from '@/components/security/passkey-table';
import { RenewRecoveryCodes } from '@/components/security/recovery-codes';
import { ButtonLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import { browserOfCookie, isRecentlyProven, listBrowsers } from '@/lib/domain/accounts';
import { hasPasskeys, listFactors } from '@/lib/domain/second-factors';

export const metadata: Metadata = { title: 'Security' };

const CONFIRM = '/console/security/confirm?next=/console/security';

/** Passkeys, authenticator app, recovery codes, browsers. Changes need a recent confirmation. */
export default async function SecurityPage() {
  const owner = await requireOwner('/console/security');
  const [factors, browsers, thisBrowser, origin] = await Promise.all([
    listFactors(owner.ownerId),
    listBrowsers(owner.ownerId),
    headers().then((given) => browserOfCookie(given.get('cookie'))),
    siteOrigin(),
  ]);
  const isProven = isRecentlyProven(owner);
  const { hasSecondFactor } = owner.proof;
  return (
    <ConsolePage
      title="Security"
      lead={
        hasSecondFactor
          ? 'Signing in asks for a second factor: a passkey, a code or a recovery code.'
          : 'A passkey or an authenticator app keeps others out who have learned the password.'
      }
    >
      {owner.withheldRole !== null && (
        <Notice
          tone="amber"
          role="status"
          title={`You are ${owner.withheldRole === 'moderator' ? 'a moderator' : 'an administrator'}`}
        >
          {hasSecondFactor
            ? 'The pages of moderation open after you have confirmed here with your second factor.'
            : 'The pages of moderation open when you have added a passkey or an authenticator app here.'}
        </Notice>
      )}
      {!isProven && (
        <Notice title="Confirm that it is you">
          <p>To add or remove what protects the account, confirm first. It is valid for 15 minutes.</p>
          <ButtonLink href={CONFIRM} variant="default" size="compact-sm">
            Confirm
          </ButtonLink>
        </Notice>
      )}
      <Section
        title="Passkeys"
        lead="Your phone, computer or security key signs you in, alone or after the password. Other sites cannot ask for it."
      >
        <div className={shared.stack}>
          {factors.passkeys.length > 0 && <PasskeyTable passkeys={factors.passkeys} />}
          {!hasPasskeys(origin) && <p>Passkeys need a name and https. This site has none: use an authenticator app.</p>}
          {hasPasskeys(origin) && isProven && <AddPasskey />}
        </div>
      </Section>
      <Section
        title="Authenticator app"
        lead={
          factors.has_authenticator ? (
            <>
              Its six digits are asked for after the password.{' '}
              {factors.authenticator_last_used_at !== null && (
                <>
                  Last used <RelativeTime at={factors.authenticator_last_used_at} />.
                </>
              )}
            </>
          ) : (
            'An app on your phone shows six digits, which are asked for after the password.'
          )
        }
      >
        {isProven && (factors.has_authenticator ? <RemoveAuthenticator /> : <AuthenticatorSetup />)}
      </Section>
      {hasSecondFactor && (
        <Section
          title="Recovery codes"
          lead={`${factors.recovery_codes_left} of 10 are left. Each signs you in once when you have lost the other ways.`}
        >
          {isProven && <RenewRecoveryCodes />}
        </Section>
      )}
      <Section
        title="Browsers"
        lead="Where this account is signed in. If you do not know one of them, sign it out and change the password."
        action={<SignOutEverywhere />}
      >
        <BrowserList lines={browsers.map((browser) => ({ ...browser, isThisOne: browser.id === thisBrowser }))} />
      </Section>
    </ConsolePage>
  );
}
