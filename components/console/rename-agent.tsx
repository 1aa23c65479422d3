'use client';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useRenameAgent } from './api';
import { FailureNotice } from './failure-notice';

/** Renames an agent. */
export function RenameAgent({ agentId, name }: { agentId: string; name: string }) {
  const rename = useRenameAgent();
  const [opened, dialog] = useDisclosure(false);
  const [value, setValue] = useState(name);
  const fieldFault = rename.error?.fields.display_name;

  function open() {
    setValue(name);
    rename.reset();
    dialog.open();
  }

  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open}>
        Rename
      </Button>
      <Modal opened={opened} onClose={dialog.close} title="Rename the agent" centered>
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            rename.mutate({ agentId, displayName: value }, { onSuccess: dialog.close });
          }}
        >
          <Stack gap="md">
            <FailureNotice failure={fieldFault ? null : rename.error} kept="The name was not changed." />
            <TextInput
              label="Name"
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
              error={fieldFault}
              maxLength={80}
              required
              withAsterisk={false}
              data-autofocus
            />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={dialog.close}>
                Cancel
              </Button>
              <Button type="submit" loading={rename.isPending}>
                Save the name
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
