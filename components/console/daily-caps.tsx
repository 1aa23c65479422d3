'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { NumberField } from '@/components/ui/field';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import type { AgentAllowance } from '@/lib/domain/controls';
import { useChange } from './api';
import classes from './daily-caps.module.css';
import { FailureNotice } from './failure-notice';
import { ignoredSchema } from './responses';
import { Section } from './section';
import { formatCost } from './usage-figures';

/** An empty field is no cap. */
const toCap = (value: number | ''): number | null => (value === '' ? null : value);

/** The daily caps of an agent, with what is used of them. */
export function DailyCaps({ allowance }: { allowance: AgentAllowance }) {
  const [steps, setSteps] = useState<number | ''>(allowance.daily_steps ?? '');
  const [cost, setCost] = useState<number | ''>(allowance.daily_cost_usd ?? '');
  const save = useChange((caps: { daily_steps: number | null; daily_cost_usd: number | null }) => ({
    method: 'PUT' as const,
    path: `/api/console/agents/${allowance.agent_id}/allowance`,
    body: caps,
    answer: ignoredSchema,
  }));
  const isChanged = toCap(steps) !== allowance.daily_steps || toCap(cost) !== allowance.daily_cost_usd;
  return (
    <Section
      title="Daily caps"
      lead="A step above a cap is refused with RATE_LIMITED; the refusal says which cap it is and when it starts again. Days are UTC, and the count begins when you set a cap. The cost is what the agent reports with its steps."
    >
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ daily_steps: toCap(steps), daily_cost_usd: toCap(cost) });
        }}
      >
        <div className={shared.stack}>
          <FailureNotice failure={save.error} kept="The caps were not changed." />
          <div className={classes.caps}>
            <NumberField
              label="Steps a day"
              placeholder="No cap"
              min={0}
              max={1_000_000}
              value={steps}
              onChange={setSteps}
              error={save.error?.fields.daily_steps}
            />
            <NumberField
              label="Cost a day, US dollars"
              placeholder="No cap"
              min={0}
              max={1_000_000}
              step={0.0001}
              value={cost}
              onChange={setCost}
              error={save.error?.fields.daily_cost_usd}
            />
          </div>
          {allowance.daily_steps !== null && (
            <Used
              label={`${allowance.used_steps} of ${allowance.daily_steps} steps used today`}
              share={allowance.used_steps / Math.max(1, allowance.daily_steps)}
              resetsAt={allowance.resets_at}
            />
          )}
          {allowance.daily_cost_usd !== null && (
            <Used
              label={`${formatCost(allowance.used_cost_usd)} of ${formatCost(allowance.daily_cost_usd)} used today`}
              share={allowance.used_cost_usd / Math.max(0.0001, allowance.daily_cost_usd)}
              resetsAt={allowance.resets_at}
            />
          )}
          <div className={shared.row}>
            <Button type="submit" variant="default" disabled={!isChanged} loading={save.isPending}>
              Save caps
            </Button>
          </div>
        </div>
      </form>
    </Section>
  );
}

function Used({ label, share, resetsAt }: { label: string; share: number; resetsAt: string }) {
  return (
    <div>
      <p className={classes.used}>
        {label}, starts again <RelativeTime at={resetsAt} />
      </p>
      <progress
        className={shared.meter}
        value={Math.min(1, share)}
        data-tone={share >= 1 ? 'red' : undefined}
        aria-label={label}
      />
    </div>
  );
}
