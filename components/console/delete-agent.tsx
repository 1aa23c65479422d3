'use client';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useChange } from './api';
import { ConfirmDialog } from './confirm-dialog';
import { ignoredSchema } from './responses';

/** Asks before an agent is deleted. */
export function DeleteAgent({ agentId, name }: { agentId: string; name: string }) {
  const router = useRouter();
  const [opened, dialog] = useDisclosure(false);
  const remove = useChange((id: string) => ({
    method: 'DELETE' as const,
    path: `/api/console/agents/${id}`,
    answer: ignoredSchema,
  }));

  function close() {
    remove.reset();
    dialog.close();
  }

  return (
    <>
      <Button variant="light" color="red" onClick={dialog.open}>
        Delete agent
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title="Delete the agent?"
        failure={remove.error}
        kept="Nothing was deleted."
        keep="Keep it"
        action="Delete for ever"
        isBusy={remove.isPending || remove.isSuccess}
        onConfirm={() => remove.mutate(agentId, { onSuccess: () => router.push('/console') })}
      >
        <bdi>{name}</bdi> stops now: what it plays is ended, and its keys are refused. Its memory, credentials, sessions
        and activity are deleted. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
