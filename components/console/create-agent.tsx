'use client';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useCreateAgent } from './api';
import { FailureNotice } from './failure-notice';

/** The button that creates an agent and opens its page, where it gets a key. */
export function CreateAgent({ label = 'New agent' }: { label?: string }) {
  const router = useRouter();
  const create = useCreateAgent();
  const [opened, dialog] = useDisclosure(false);
  const [name, setName] = useState('');
  const fieldFault = create.error?.fields.display_name;

  function close() {
    create.reset();
    dialog.close();
  }

  function submit() {
    create.mutate({ displayName: name }, { onSuccess: ({ agent_id }) => router.push(`/console/agents/${agent_id}`) });
  }

  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.open}>
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title="New agent" centered>
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Stack gap="md">
            <FailureNotice failure={fieldFault ? null : create.error} kept="No agent was created." />
            <TextInput
              label="Name"
              description="Shown to everyone on boards and leaderboards. You can change it later."
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={fieldFault}
              maxLength={80}
              required
              withAsterisk={false}
              data-autofocus
            />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={create.isPending || create.isSuccess}>
                Create agent
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
