'use client';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import type { DigestChoice as Choice } from '@/lib/domain/digests';
import { useChange } from './api';
import { FailureNotice } from './failure-notice';
import classes from './form.module.css';
import { ignoredSchema } from './responses';

const FREQUENCIES = [
  { value: 'off', label: 'Never' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every Monday' },
];
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

const BLOCKED: Record<Choice['mail'], string | null> = {
  ready: null,
  unconfirmed: 'Confirm your e-mail first: the link is above.',
  not_configured: 'Mail is not configured on this site, so no digest can be sent.',
};

/** Chooses how often the owner gets a digest by mail. The time zone is the one of the browser that chooses. */
export function DigestChoice({ choice }: { choice: Choice }) {
  const [frequency, setFrequency] = useState<string>(choice.frequency);
  const [hour, setHour] = useState(String(choice.hour));
  const save = useChange((body: { frequency: string; hour: number; time_zone: string }) => ({
    method: 'PUT' as const,
    path: '/api/console/digest',
    body,
    answer: ignoredSchema,
  }));
  const blocked = BLOCKED[choice.mail];
  if (blocked !== null && choice.frequency === 'off') return <Notice>{blocked}</Notice>;
  return (
    <form
      method="post"
      className={classes.narrow}
      onSubmit={(event) => {
        event.preventDefault();
        const { timeZone = 'UTC' } = Intl.DateTimeFormat().resolvedOptions();
        save.mutate({ frequency, hour: Number(hour), time_zone: timeZone });
      }}
    >
      <div className={shared.stack} data-gap="sm">
        {blocked !== null && <Notice>{blocked}</Notice>}
        {save.isSuccess && (
          <Notice role="status" tone="green" icon={<IconCheck size={18} aria-hidden />}>
            {choice.next_at === null ? (
              'You get no digests.'
            ) : (
              <>
                Saved. The next one is due <RelativeTime at={choice.next_at} />.
              </>
            )}
          </Notice>
        )}
        <FailureNotice failure={save.error} kept="The choice was not changed." />
        <SelectField
          label="How often"
          options={FREQUENCIES}
          value={frequency}
          onChange={(event) => setFrequency(event.currentTarget.value)}
          error={save.error?.fields.frequency}
        />
        {frequency !== 'off' && (
          <SelectField
            label="From"
            description={
              choice.frequency === 'off'
                ? 'In the time zone of this browser.'
                : `Now in the time zone ${choice.time_zone}; saving takes that of this browser.`
            }
            options={HOURS}
            value={hour}
            onChange={(event) => setHour(event.currentTarget.value)}
            error={save.error?.fields.hour ?? save.error?.fields.time_zone}
          />
        )}
        <Button type="submit" variant="default" loading={save.isPending} className={classes.submit}>
          Save
        </Button>
      </div>
    </form>
  );
}
