import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { FailureNotice } from './failure-notice';
import type { RequestFailure } from './request';

/** Asks for the name of an agent. A fault of the name is shown at its field, any other above the form. */
export function AgentNameDialog({
  opened,
  onClose,
  title,
  description,
  name,
  onChange,
  failure,
  kept,
  action,
  isBusy,
  onSubmit,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  name: string;
  onChange: (name: string) => void;
  failure: RequestFailure | null;
  /** What is unchanged after a failure. */
  kept: string;
  /** The label of the button. */
  action: string;
  isBusy: boolean;
  onSubmit: () => void;
}) {
  const fieldFault = failure?.fields.display_name;
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack gap="md">
          <FailureNotice failure={fieldFault ? null : failure} kept={kept} />
          <TextInput
            label="Name"
            description={description}
            value={name}
            onChange={(event) => onChange(event.currentTarget.value)}
            error={fieldFault}
            maxLength={80}
            required
            withAsterisk={false}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
