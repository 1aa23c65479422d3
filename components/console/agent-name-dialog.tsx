import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
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
    opened && (
      <Dialog onClose={onClose} title={title}>
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          <div className={shared.stack}>
            <FailureNotice failure={fieldFault ? null : failure} kept={kept} />
            <TextField
              label="Name"
              description={description}
              value={name}
              onChange={(event) => onChange(event.currentTarget.value)}
              error={fieldFault}
              maxLength={50}
              required
              data-autofocus
            />
            <div className={shared.row} data-align="end" data-gap="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={isBusy}>
                {action}
              </Button>
            </div>
          </div>
        </form>
      </Dialog>
    )
  );
}
