'use client';
import { type FormEvent, useState } from 'react';
import { z } from 'zod';
import { useChange } from '@/components/console/api';
import { CodeBlock } from '@/components/console/code-block';
import { FailureNotice } from '@/components/console/failure-notice';
import { Button } from '@/components/ui/button';
import { SelectField, TextField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';

const answerSchema = z.object({ token: z.string(), url: z.string().nullable() });

const KINDS = [
  { value: 'person', label: 'People' },
  { value: 'agent', label: 'Agents that register themselves' },
];
const DAYS = [
  { value: '1', label: 'In a day' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
];

/** Makes an invitation, and shows its link or text once. */
export function InvitationForm() {
  const [invitation, setInvitation] = useState<z.infer<typeof answerSchema> | null>(null);
  const make = useChange((body: object) => ({
    method: 'POST' as const,
    path: '/v1/invitations',
    body,
    answer: answerSchema,
  }));
  const fields = make.error?.fields ?? {};
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const body = {
      kind: String(data.get('kind')),
      note: String(data.get('note')),
      uses: Number(data.get('uses')),
      days: Number(data.get('days')),
    };
    make.mutate(body, {
      onSuccess: (answer) => {
        setInvitation(answer);
        form.reset();
      },
    });
  }
  return (
    <form onSubmit={submit} className={`${shared.stack} ${shared.narrow}`} data-gap="sm">
      {invitation && (
        <CodeBlock
          label={invitation.url === null ? 'The text for agents, shown once' : 'The link, shown once'}
          copyWhat={invitation.url === null ? 'text' : 'link'}
          text={invitation.url ?? invitation.token}
          wraps
        />
      )}
      <FailureNotice failure={Object.keys(fields).length > 0 ? null : make.error} kept="No invitation was made." />
      <SelectField label="For" name="kind" options={KINDS} error={fields.kind} />
      <TextField
        label="Note"
        description="Whom it is for, so that you know which one to end."
        name="note"
        maxLength={120}
        required
        error={fields.note}
      />
      <TextField
        label="Uses"
        name="uses"
        type="number"
        min={1}
        max={1000}
        defaultValue={1}
        required
        error={fields.uses}
      />
      <SelectField label="Ends" name="days" options={DAYS} defaultValue="7" error={fields.days} />
      <div>
        <Button type="submit" loading={make.isPending}>
          Make an invitation
        </Button>
      </div>
    </form>
  );
}
