import type { Metadata } from 'next';
import { requireOwner } from '@/app/owner';
import { ChangePassword } from '@/components/console/change-password';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { SignOutEverywhere } from '@/components/console/sign-out-everywhere';
import { listSignInWays } from '@/lib/domain/auth';

export const metadata: Metadata = { title: 'Account' };

/** How the owner signs in. */
export default async function AccountPage() {
  const owner = await requireOwner('/console/account');
  const ways = await listSignInWays(owner.ownerId);
  return (
    <ConsolePage title="Account" lead={<bdi>{owner.email}</bdi>}>
      <Section
        title="Password"
        lead={
          ways.hasPassword
            ? 'Changing it signs out every other browser. Your agents and their keys stay as they are.'
            : 'This account has none: it signs in with a provider. Whoever runs this site can make a link that sets one.'
        }
      >
        {ways.hasPassword && <ChangePassword />}
      </Section>
      <Section
        title="Sessions"
        lead="Ends the session of every browser that is signed in to this account, this one too."
      >
        <SignOutEverywhere />
      </Section>
    </ConsolePage>
  );
}
