'use client';
import { type FormEvent, useState } from 'react';
import { useChange } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';
import { TextAreaField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';

/** Appeals against a decision of a moderator, once. */
export function AppealForm({ actionId }: { actionId: string }) {
  const [isOpen, setOpen] = useState(false);
  const appeal = useChange((text: string) => ({
    method: 'POST' as const,
    path: `/api/console/moderation/${actionId}/appeal`,
    body: { text },
    answer: ignoredSchema,
  }));
  if (!isOpen) {
    return (
      <div>
        <Button variant="default" onClick={() => setOpen(true)}>
          Appeal
        </Button>
      </div>
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    appeal.mutate(String(new FormData(event.currentTarget).get('text') ?? ''));
  };
  return (
    <form onSubmit={submit} className={shared.stack} data-gap="sm">
      <FailureNotice failure={appeal.error} kept="The appeal was not sent." />
      <TextAreaField
        label="Why is the decision wrong?"
        description="Another moderator reads it, where there is one. You can appeal once."
        name="text"
        rows={4}
        maxLength={2000}
        required
        autoFocus
        error={appeal.error?.fields.text}
      />
      <div>
        <Button type="submit" loading={appeal.isPending}>
          Send the appeal
        </Button>
      </div>
    </form>
  );
}
