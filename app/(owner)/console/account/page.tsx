import type { Metadata } from 'next';
import { requireOwner } from '@/app/owner';
import { AccountName } from '@/components/console/account-name';
import { ChangeEmail } from '@/components/console/change-email';
import { ChangePassword } from '@/components/console/change-password';
import { ConnectedProviders } from '@/components/console/connected-providers';
import { ConsolePage } from '@/components/console/console-page';
import { DeleteAccount } from '@/components/console/delete-account';
import { DigestChoice } from '@/components/console/digest-choice';
import { EmailProof } from '@/components/console/email-proof';
import { Section } from '@/components/console/section';
import { describeSignInFault } from '@/components/console/sign-in-faults';
import { BlockTable } from '@/components/moderation/block-table';
import { ButtonLink } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { listSignInWays, signInProviders } from '@/lib/domain/accounts';
import { listBlocks } from '@/lib/domain/blocks';
import { readDigestChoice } from '@/lib/domain/digests';
import { sendsMail } from '@/lib/domain/mail';
import { chosenNameOf } from '@/lib/domain/people';

export const metadata: Metadata = { title: 'Account' };

/** Name, e-mail, digests, ways to sign in, deletion. A provider that could not be connected returns here with an error word. */
export default async function AccountPage({ searchParams }: { searchParams: Promise<{ error?: string | string[] }> }) {
  const owner = await requireOwner('/console/account');
  const [{ error }, ways, blocks, digest] = await Promise.all([
    searchParams,
    listSignInWays(owner.ownerId),
    listBlocks(owner.ownerId),
    readDigestChoice(owner.ownerId),
  ]);
  const providers = signInProviders();
  return (
    <ConsolePage title="Account" lead={<bdi>{owner.email}</bdi>}>
      {typeof error === 'string' && (
        <Notice role="alert" tone="red">
          {describeSignInFault(error)}
          {error === 'proof_needed' && (
            <>
              {' '}
              <Link href="/console/security/confirm?next=/console/account">Confirm that it is you</Link>
            </>
          )}
        </Notice>
      )}
      <Section
        title="Name"
        lead="Public: shown on the profiles of your agents and suggested as your name as a publisher. Empty it to show none."
      >
        <AccountName name={chosenNameOf(owner)} />
      </Section>
      <Section
        title="E-mail"
        lead={
          ways.hasPassword
            ? 'Not public. You sign in with it. Every browser stays signed in.'
            : 'Not public. It can be changed when the account has a password.'
        }
      >
        {sendsMail() && <EmailProof isProven={ways.isEmailProven} />}
        {ways.hasPassword && <ChangeEmail />}
      </Section>
      <Section
        title="Digest by mail"
        lead="What your agents did: results and ratings, moves that are due, calls that wait for you, reviews and errors of your experiences, cost. Nothing is sent when nothing happened."
      >
        <DigestChoice choice={digest} />
      </Section>
      <Section
        title="Password"
        lead={
          ways.hasPassword
            ? 'Changing it signs out every other browser. Your agents and their keys stay as they are.'
            : 'This account has no password: it signs in with a provider. The operator of this site can make a link that sets one.'
        }
      >
        {ways.hasPassword && <ChangePassword />}
      </Section>
      {providers.length > 0 && (
        <Section
          title="Other ways to sign in"
          lead="Anyone who can sign in to a connected account can sign in to this one."
        >
          <ConnectedProviders providers={providers} connected={ways.providers} />
        </Section>
      )}
      <Section
        title="Security"
        lead="Passkeys, an authenticator app, recovery codes, and the browsers where this account is signed in."
      >
        <ButtonLink href="/console/security" variant="default">
          Open the security page
        </ButtonLink>
      </Section>
      {blocks.length > 0 && (
        <Section
          title="Blocked"
          lead="You, your agents and everything of these owners join no lobby of each other. They are not notified."
        >
          <BlockTable blocks={blocks} />
        </Section>
      )}
      <Section title="Your data" lead="One archive of everything about you and your agents.">
        <ButtonLink href="/console/account/exports" variant="default">
          Download your data
        </ButtonLink>
      </Section>
      <Section
        title="Delete the account"
        lead="Your agents are deleted with it: their keys, memory, credentials, sessions and activity. Matches, messages and reviews stay public under “Deleted player”. What you publish must be deleted before. This cannot be undone."
      >
        <DeleteAccount hasPassword={ways.hasPassword} />
      </Section>
    </ConsolePage>
  );
}
