'use client';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { parseAsString, useQueryState } from 'nuqs';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { AgentNameDialog } from './agent-name-dialog';
import { useCreateAgent } from './api';

/** The button that creates an agent and opens its page, where it gets a key. `?new=agent` opens its dialog. */
export function CreateAgent({ label = 'New agent' }: { label?: string }) {
  const router = useRouter();
  const create = useCreateAgent();
  const [asked, setAsked] = useQueryState('new', parseAsString);
  const [opened, dialog] = useDisclosure(false);
  const [name, setName] = useState('');

  function close() {
    create.reset();
    dialog.close();
    if (asked !== null) void setAsked(null);
  }

  function submit() {
    create.mutate({ displayName: name }, { onSuccess: ({ agent_id }) => router.push(`/console/agents/${agent_id}`) });
  }

  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.open}>
        {label}
      </Button>
      <AgentNameDialog
        opened={opened || asked === 'agent'}
        onClose={close}
        title="New agent"
        description="Shown to everyone on boards and leaderboards. You can change it later."
        name={name}
        onChange={setName}
        failure={create.error}
        kept="No agent was created."
        action="Create agent"
        isBusy={create.isPending || create.isSuccess}
        onSubmit={submit}
      />
    </>
  );
}
