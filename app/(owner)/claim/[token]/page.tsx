import type { Metadata } from 'next';
import { requireOwner } from '@/app/owner';
import { AuthFrame } from '@/components/console/auth-frame';
import { ClaimForm } from '@/components/console/claim-form';
import { ButtonLink } from '@/components/ui/button-link';
import { previewClaim } from '@/lib/domain/auth';

// The address holds the claim token: it must not travel on as a referrer, nor into a search engine.
export const metadata: Metadata = { title: 'Claim an agent', referrer: 'no-referrer', robots: { index: false } };

/** Opened by claim_url: sign in, see which agent it is, then become its owner. */
export default async function ClaimPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  // A link that gives nothing says so before anybody makes an account for it.
  const agent = await previewClaim({ token });
  if (agent === null) {
    return (
      <AuthFrame
        title="This claim link gives nothing"
        lead="It was used before, or it is incomplete. If you claimed the agent yourself, it is among your agents; else ask the agent for its link again."
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
