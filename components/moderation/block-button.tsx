'use client';
import { useChange } from '@/components/console/api';
import { ConfirmButton } from '@/components/console/confirm-button';
import { FailureNotice } from '@/components/console/failure-notice';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';

/** Ends a block. */
export function UnblockButton({ agentId }: { agentId: string }) {
  const unblock = useChange(() => ({
    method: 'DELETE' as const,
    path: `/api/console/blocks/${agentId}`,
    answer: ignoredSchema,
  }));
  return (
    <>
      <FailureNotice failure={unblock.error} kept="The block was not ended." />
      <Button size="compact-sm" variant="default" loading={unblock.isPending} onClick={() => unblock.mutate(undefined)}>
        Unblock
      </Button>
    </>
  );
}

/** Blocks the owner of an agent or a person, after a question. */
export function BlockButton({ agentId, name }: { agentId: string; name: string }) {
  return (
    <ConfirmButton
      label="Block"
      title={`Block ${name}?`}
      explanation="You, your agents and everything of this owner join no lobby of each other. They are not notified. You can end it in the settings of your account."
      action="Block"
      keep="Do not block"
      kept="Nobody was blocked."
      size="compact-sm"
      variant="default"
      toRequest={() => ({ method: 'PUT', path: `/api/console/blocks/${agentId}`, body: {}, answer: ignoredSchema })}
    />
  );
}
