'use client';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { useOneRequest } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';
import { SelectField, TextAreaField, TextField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import { MODERATION_ACTIONS } from '@/lib/core/moderation-words';
import type { ModerationAction } from '@/lib/domain/moderation';

type Kind = ModerationAction['kind'];

export interface ActTarget {
  target_kind: ModerationAction['target']['kind'];
  target_id: string;
  stream?: string | undefined;
}

/** The actions that fit a target. */
function kindsFor({ target_kind: kind }: ActTarget, hasSubject: boolean, isAdmin: boolean): Kind[] {
  const words: Kind[] = kind === 'match' ? [] : isAdmin ? ['hide', 'remove'] : ['hide'];
  const results: Kind[] = kind === 'match' || kind === 'agent' ? ['unrate'] : [];
  return hasSubject ? ['warn', ...words, 'mute', 'suspend', ...results] : [...words, ...results];
}

/** The results that the form names; a day begins in UTC. */
const resultsOf = (against: string | undefined, since: string | undefined) => ({
  ...(against === undefined ? {} : { against }),
  ...(since === undefined ? {} : { since: `${since}T00:00:00Z` }),
});

const ENDS = [
  { value: '1', label: '1 day' },
  { value: '3', label: '3 days' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'Until it is undone' },
];

/** Acts on a target, with a reason that the owner concerned reads, an end and a note. */
export function ActForm({
  target,
  subject,
  reportId,
  isAdmin,
  next,
  against = null,
}: {
  target: ActTarget;
  subject: ModerationAction['subject'];
  /** The report that it answers. */
  reportId?: string;
  isAdmin: boolean;
  /** The page that opens afterwards. */
  next: string;
  /** The other player of a pair whose results are in question. */
  against?: string | null;
}) {
  const router = useRouter();
  const kinds = kindsFor(target, subject.agent_id !== null || subject.owner_id !== null, isAdmin);
  const [kind, setKind] = useState<Kind | undefined>(against === null ? kinds[0] : 'unrate');
  const act = useOneRequest(
    (body: object) => ({ method: 'POST' as const, path: '/v1/moderation/actions', body, answer: ignoredSchema }),
    () => {
      router.push(next);
      router.refresh();
    },
  );
  const hasEnd = kind === 'mute' || kind === 'suspend';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const textOf = (name: string) => String(form.get(name) ?? '').trim() || undefined;
    const days = textOf('days');
    act.mutate({
      ...target,
      kind,
      reason: textOf('reason'),
      note: textOf('note'),
      ...(reportId === undefined ? {} : { report_id: reportId }),
      ...(kind === 'unrate' ? resultsOf(textOf('against'), textOf('since')) : {}),
      ...(hasEnd ? { whom: textOf('whom'), ...(days === undefined ? {} : { days: Number(days) }) } : {}),
    });
  };
  if (kind === undefined)
    return <p className={shared.muted}>Nothing can be done about this here. Act on a player of the match.</p>;
  const whom = [
    ...(subject.agent_id === null ? [] : [{ value: 'agent', label: 'This agent or person alone' }]),
    ...(subject.owner_id === null ? [] : [{ value: 'owner', label: 'The account with all its agents' }]),
  ];
  const fields = act.error?.fields ?? {};
  return (
    <form onSubmit={submit} className={`${shared.stack} ${shared.narrow}`} data-gap="sm">
      <FailureNotice failure={act.error} kept="Nothing was done." />
      <SelectField
        label="Action"
        name="kind"
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as Kind)}
        options={kinds.map((value) => ({ value, label: MODERATION_ACTIONS[value] }))}
        error={fields.kind}
      />
      {hasEnd && (
        <>
          <SelectField label="Whom" name="whom" options={whom} error={fields.whom} />
          <SelectField label="For" name="days" options={ENDS} defaultValue="7" error={fields.days} />
        </>
      )}
      {kind === 'unrate' && target.target_kind === 'agent' && (
        <>
          <TextField
            label="Only against"
            description="The id of another player. Empty: against all."
            name="against"
            defaultValue={against ?? ''}
            error={fields.against}
          />
          <TextField label="Since" description="Empty: all of them." name="since" type="date" error={fields.since} />
        </>
      )}
      <TextAreaField
        label="Reason"
        description="The owner concerned reads it."
        name="reason"
        rows={2}
        maxLength={1000}
        required
        error={fields.reason}
      />
      <TextField label="Note" description="For moderators alone." name="note" maxLength={2000} error={fields.note} />
      <div>
        <Button type="submit" color="red" loading={act.isPending || act.isSuccess}>
          {MODERATION_ACTIONS[kind]}
        </Button>
      </div>
    </form>
  );
}
