import { Alert } from '@mantine/core';
import type { Metadata } from 'next';
import { requireOwner } from '@/app/owner';
import { ChangePassword } from '@/components/console/change-password';
import { ConnectedProviders } from '@/components/console/connected-providers';
import { ConsolePage } from '@/components/console/console-page';
import { DeleteAccount } from '@/components/console/delete-account';
import { Section } from '@/components/console/section';
import { describeSignInFault } from '@/components/console/sign-in-faults';
import { SignOutEverywhere } from '@/components/console/sign-out-everywhere';
import { listSignInWays, signInProviders } from '@/lib/domain/auth';

export const metadata: Metadata = { title: 'Account' };

/** How the owner signs in. A provider that could not be connected returns here with an error word. */
export default async function AccountPage({ searchParams }: { searchParams: Promise<{ error?: string | string[] }> }) {
  const owner = await requireOwner('/console/account');
  const [{ error }, ways] = await Promise.all([searchParams, listSignInWays(owner.ownerId)]);
  const providers = signInProviders();
  return (
    <ConsolePage title="Account" lead={<bdi>{owner.email}</bdi>}>
      {typeof error === 'string' && (
        <Alert role="alert" color="red" variant="light">
          {describeSignInFault(error)}
        </Alert>
      )}
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
        title="Sessions"
        lead="Ends the session of every browser that is signed in to this account, this one too."
      >
        <SignOutEverywhere />
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
