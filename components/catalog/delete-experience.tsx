'use client';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useChange } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
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
      <Modal opened={opened} onClose={close} title="Delete the experience?" centered>
        <Stack gap="md">
          <Text size="sm">
            <bdi>{name}</bdi> and its sessions, memories, ratings and reports are deleted. This cannot be undone. It is
            refused while it is played.
          </Text>
          <FailureNotice failure={remove.error} kept="Nothing was deleted." />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} data-autofocus>
              Keep it
            </Button>
            <Button
              color="red"
              loading={remove.isPending || remove.isSuccess}
              onClick={() => remove.mutate(experienceId, { onSuccess: () => router.push('/publish') })}
            >
              Delete experience
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
