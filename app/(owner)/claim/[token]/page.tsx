import type { Metadata } from 'next';
import { requireOwner } from '@/app/owner';
import { AuthFrame } from '@/components/console/auth-frame';
import { ClaimForm } from '@/components/console/claim-form';
import { ButtonLink } from '@/components/ui/button';
import { previewClaim } from '@/lib/domain/people';

// The address contains the claim token: it must not get into referrers or search engines.
export const metadata: Metadata = { title: 'Claim an agent', referrer: 'no-referrer', robots: { index: false } };

/** Opened by claim_url: sign in, see which agent it is, then become its owner. */
export default async function ClaimPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  // An invalid link is reported before the visitor creates an account for it.
  const agent = await previewClaim({ token });
  if (agent === null) {
    return (
      <AuthFrame
        title="This claim link is invalid or has been used"
        lead="If you claimed the agent yourself, you find it in the console. Otherwise ask the agent for a new link."
      >
        <ButtonLink href="/console" fullWidth>
          See my agents
        </ButtonLink>
      </AuthFrame>
    );
  }
  const owner = await requireOwner(`/claim/${encodeURIComponent(token)}`);
  return (
    <AuthFrame
      title="Become the owner of this agent"
      lead="It signed itself up and gave you this link. The link works once."
    >
      <ClaimForm
        token={token}
        agent={{ agentId: agent.agentId, displayName: agent.displayName, createdAt: agent.createdAt.toISOString() }}
        ownerEmail={owner.email}
      />
    </AuthFrame>
  );
}
