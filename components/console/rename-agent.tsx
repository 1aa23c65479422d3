'use client';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { AgentNameDialog } from './agent-name-dialog';
import { useRenameAgent } from './api';

/** Renames an agent. */
export function RenameAgent({ agentId, name }: { agentId: string; name: string }) {
  const rename = useRenameAgent();
  const [opened, dialog] = useDisclosure(false);
  const [value, setValue] = useState(name);

  function open() {
    setValue(name);
    rename.reset();
    dialog.open();
  }

  return (
    <>
      <Button variant="default" onClick={open}>
        Rename
      </Button>
      <AgentNameDialog
        opened={opened}
        onClose={dialog.close}
        title="Rename the agent"
        name={value}
        onChange={setValue}
        failure={rename.error}
        kept="The name was not changed."
        action="Save the name"
        isBusy={rename.isPending}
        onSubmit={() => rename.mutate({ agentId, displayName: value }, { onSuccess: dialog.close })}
      />
    </>
  );
}
