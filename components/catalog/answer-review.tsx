'use client';
import { useState } from 'react';
import { useChange } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';
import { TextAreaField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import { useDraft } from '@/components/ui/use-draft';

const MAX_CHARACTERS = 2000;

/** The publisher's one answer to a review: written, changed or taken away. */
export function AnswerReview({
  experienceId,
  reviewId,
  reply,
}: {
  experienceId: string;
  reviewId: string;
  reply: string | null;
}) {
  const [isOpen, setOpen] = useState(false);
  const text = useDraft(`answer ${reviewId}`, reply ?? '');
  const save = useChange((answer: string | null) => ({
    method: 'PUT' as const,
    path: `/api/console/experiences/${experienceId}/reviews/${reviewId}/reply`,
    body: { reply: answer },
    answer: ignoredSchema,
  }));
  const finish = () => {
    setOpen(false);
    text.forget();
  };
  if (!isOpen) {
    return (
      <p className={shared.noMargin}>
        <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
          {reply === null ? 'Answer' : 'Change the answer'}
        </Button>
      </p>
    );
  }
  return (
    <form
      method="post"
      className={shared.stack}
      data-gap="xs"
      onSubmit={(event) => {
        event.preventDefault();
        const answer = text.value.trim();
        save.mutate(answer === '' ? null : answer, { onSuccess: finish });
      }}
    >
      <TextAreaField
        label="Your answer"
        description="Everybody reads it. Empty takes it away."
        maxLength={MAX_CHARACTERS}
        value={text.value}
        onChange={(event) => text.change(event.currentTarget.value)}
        error={save.error?.fields.reply}
      />
      <FailureNotice failure={save.error?.fields.reply ? null : save.error} kept="The answer is as it was." />
      <div className={shared.row} data-gap="xs">
        <Button type="submit" loading={save.isPending}>
          Save the answer
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
