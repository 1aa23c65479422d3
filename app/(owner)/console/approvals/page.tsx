import { IconHandStop } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { requireOwner } from '@/app/owner';
import { DecidedApprovals, PendingApprovals } from '@/components/console/approval-list';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { listApprovals } from '@/lib/domain/approvals';
import { TOOLS } from '@/lib/tools';
import { nameArguments } from './named-arguments';

export const metadata: Metadata = { title: 'Approvals' };

/** Calls that wait for the owner, and earlier ones. */
export default async function ApprovalsPage() {
  const owner = await requireOwner('/console/approvals');
  const approvals = await listApprovals({ ownerId: owner.ownerId });
  const pending = approvals.filter(({ status }) => status === 'pending');
  const lines = await Promise.all(
    pending.map(async (approval) => ({
      ...approval,
      title: TOOLS.find(({ name }) => name === approval.tool)?.title ?? null,
      named: await nameArguments(approval.arguments),
    })),
  );
  const others = approvals.filter(({ status }) => status !== 'pending');
  return (
    <ConsolePage
      title="Approvals"
      lead="Calls that your agents may make only after you have agreed: once, and with exactly these arguments. Texts that are secrets are hidden; numbers never are."
    >
      {pending.length > 0 ? (
        <PendingApprovals lines={lines} />
      ) : (
        <EmptyState
          icon={<IconHandStop size={32} stroke={1.5} />}
          title="Nothing waits for you. On the page of an agent you choose the tools that ask you first."
        >
          <ButtonLink href="/console" variant="default">
            Your agents
          </ButtonLink>
        </EmptyState>
      )}
      {others.length > 0 && (
        <Section title="Earlier">
          <DecidedApprovals lines={others} />
        </Section>
      )}
    </ConsolePage>
  );
}
