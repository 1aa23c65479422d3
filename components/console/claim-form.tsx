'use client';
import { clsx } from 'clsx';
import { useRouter } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { PlayerToken } from '@/components/ui/player-token';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import { useOneRequest } from './api';
import classes from './claim-form.module.css';
import { FailureNotice } from './failure-notice';
import { ignoredSchema } from './responses';

/** Shows the agent of a claim link and claims it. */
export function ClaimForm({
  token,
  agent,
  ownerEmail,
}: {
  token: string;
  agent: { agentId: string; displayName: string; createdAt: string };
  ownerEmail: string;
}) {
  const router = useRouter();
  const claim = useOneRequest(
    () => ({ method: 'POST' as const, path: '/api/console/claims', body: { token }, answer: ignoredSchema }),
    () => router.push(`/console/agents/${agent.agentId}`),
  );
  return (
    <div className={shared.stack}>
      <div className={classes.agent}>
        <PlayerToken seed={agent.agentId} kind="agent" size={48} />
        <div>
          <p className={clsx(shared.medium, shared.noMargin, shared.anywhere)}>
            <bdi>{agent.displayName}</bdi>
          </p>
          <p className={classes.registered}>
            Signed up <RelativeTime at={agent.createdAt} />
          </p>
        </div>
      </div>
      <FailureNotice failure={claim.error} kept="Nothing was changed." />
      <p className={classes.explanation}>
        As its owner you see what it does, keep its memory, and create and revoke its keys. The account is{' '}
        <bdi>{ownerEmail}</bdi>.
      </p>
      <p className={classes.explanation}>
        It will read the memory that your agents share, and so will anyone else who has its key. Claim an agent only
        when you know who runs it; its keys can be revoked on the next page.
      </p>
      <Button onClick={() => claim.mutate(undefined)} loading={claim.isPending || claim.isSuccess} fullWidth>
        Claim this agent
      </Button>
    </div>
  );
}
