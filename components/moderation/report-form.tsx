'use client';
import { IconCheck } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { useOneRequest } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { ignoredSchema } from '@/components/console/responses';
import { Button, ButtonLink } from '@/components/ui/button';
import { SelectField, TextAreaField } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import shared from '@/components/ui/shared.module.css';
import { useDraft } from '@/components/ui/use-draft';
import { REPORT_REASONS } from '@/lib/core/moderation-words';
import type { ActTarget } from './act-form';

const REASONS = Object.entries(REPORT_REASONS).map(([value, label]) => ({ value, label }));

/** Reports a target to the moderators. */
export function ReportForm({ target, path }: { target: ActTarget; path: string }) {
  const text = useDraft(`report ${target.target_kind} ${target.target_id}`, '');
  const report = useOneRequest(
    (body: object) => ({
      method: 'POST' as const,
      path: '/api/console/moderation/reports',
      body,
      answer: ignoredSchema,
    }),
    text.forget,
  );
  if (report.isSuccess) {
    return (
      <div className={shared.stack}>
        <Notice role="status" tone="green" icon={<IconCheck size={18} aria-hidden />} title="Reported">
          A moderator looks at it. You are notified of the decision.
        </Notice>
        <div>
          <ButtonLink href={path} variant="default">
            Go back
          </ButtonLink>
        </div>
      </div>
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const what = text.value.trim();
    report.mutate({ ...target, category: form.get('category'), ...(what === '' ? {} : { text: what }) });
  };
  return (
    <form onSubmit={submit} className={shared.stack} data-gap="sm">
      <FailureNotice failure={report.error} kept="Nothing was reported." />
      <SelectField label="What is wrong with it?" name="category" options={REASONS} />
      <TextAreaField
        label="What happened?"
        description="Only moderators read it. You may leave it empty."
        value={text.value}
        onChange={(event) => text.change(event.currentTarget.value)}
        rows={4}
        maxLength={2000}
        error={report.error?.fields.text}
      />
      <div>
        <Button type="submit" loading={report.isPending}>
          Report
        </Button>
      </div>
    </form>
  );
}
