'use client';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useChange } from '@/components/console/api';
import { ConfirmDialog } from '@/components/console/confirm-dialog';
import { ignoredSchema } from '@/components/console/responses';

/** Asks before an experience is deleted with all of its data. */
export function DeleteExperience({ experienceId, name }: { experienceId: string; name: string }) {
  const router = useRouter();
  const [opened, dialog] = useDisclosure(false);
  const remove = useChange((id: string) => ({
    method: 'DELETE' as const,
    path: `/api/console/experiences/${id}`,
    answer: ignoredSchema,
  }));

  function close() {
    remove.reset();
    dialog.close();
  }

  return (
    <>
      <Button variant="light" color="red" onClick={dialog.open}>
        Delete
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title="Delete the experience?"
        failure={remove.error}
        kept="Nothing was deleted."
        keep="Keep it"
        action="Delete experience"
        isBusy={remove.isPending || remove.isSuccess}
        onConfirm={() => remove.mutate(experienceId, { onSuccess: () => router.push('/publish') })}
      >
        <bdi>{name}</bdi> and its sessions, memories, ratings and reports are deleted. This cannot be undone. It is
        refused while it is played.
      </ConfirmDialog>
    </>
  );
}
