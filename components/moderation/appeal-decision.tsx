'use client';
import type { FormEvent } from 'react';
import { useChange } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';
import { SelectField, TextAreaField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';

const OUTCOMES = [
  { value: 'upheld', label: 'Keep the decision' },
  { value: 'overturned', label: 'Undo the action' },
];

/** Answers an appeal. */
export function AppealDecision({ actionId }: { actionId: string }) {
  const decide = useChange((body: object) => ({
    method: 'POST' as const,
    path: `/v1/moderation/actions/${actionId}/appeal-decision`,
    body,
    answer: ignoredSchema,
  }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    decide.mutate(Object.fromEntries(new FormData(event.currentTarget)));
  };
  return (
    <form onSubmit={submit} className={`${shared.stack} ${shared.narrow}`} data-gap="sm">
      <FailureNotice failure={decide.error} kept="The appeal is open." />
      <SelectField label="Decision" name="outcome" options={OUTCOMES} />
      <TextAreaField
        label="Answer"
        description="The owner concerned reads it."
        name="answer"
        rows={2}
        maxLength={1000}
        required
        error={decide.error?.fields.answer}
      />
      <div>
        <Button type="submit" loading={decide.isPending}>
          Answer the appeal
        </Button>
      </div>
    </form>
  );
}
