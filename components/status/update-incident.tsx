'use client';
import type { FormEvent } from 'react';
import { useChange } from '@/components/console/api';
import { ConfirmButton } from '@/components/console/confirm-button';
import { FailureNotice } from '@/components/console/failure-notice';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';
import { TextAreaField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';

/** Adds news to an incident; the second button says that it is over. */
export function UpdateIncidentForm({ incidentId }: { incidentId: string }) {
  const add = useChange((body: { text: string; ends: boolean }) => ({
    method: 'POST' as const,
    path: `/v1/incidents/${incidentId}/updates`,
    body,
    answer: ignoredSchema,
  }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const text = String(new FormData(form).get('text') ?? '');
    const ends = submitter instanceof HTMLButtonElement && submitter.value === 'over';
    add.mutate({ text, ends }, { onSuccess: () => form.reset() });
  };
  return (
    <form onSubmit={submit} className={`${shared.stack} ${shared.narrow}`} data-gap="sm">
      <FailureNotice failure={add.error} kept="Nothing was added." />
      <TextAreaField label="News" name="text" rows={2} maxLength={2000} required error={add.error?.fields.text} />
      <div className={shared.row} data-gap="xs">
        <Button type="submit" name="ends" value="open" loading={add.isPending}>
          Add
        </Button>
        <Button type="submit" name="ends" value="over" variant="default" loading={add.isPending}>
          Add, and say that it is over
        </Button>
      </div>
    </form>
  );
}

/** Removes an incident that was published by mistake. */
export function RemoveIncident({ incidentId }: { incidentId: string }) {
  return (
    <ConfirmButton
      label="Remove"
      title="Remove it from the page of the status?"
      explanation="For what was published by mistake: what happened stays, with the news that it is over."
      action="Remove it"
      keep="Keep it"
      kept="It is still published."
      size="compact-sm"
      toRequest={() => ({ method: 'DELETE', path: `/v1/incidents/${incidentId}`, answer: ignoredSchema })}
    />
  );
}
