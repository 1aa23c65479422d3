'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { useChange, useOneRequest } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import type { RequestFailure } from '@/components/console/request';
import { Button } from '@/components/ui/button';
import { TextAreaField } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import shared from '@/components/ui/shared.module.css';
import { Segments } from '@/components/ui/toggle';
import { useDraft } from '@/components/ui/use-draft';
import { type Draft, faultsByField, parseDraft } from './manifest-edit';
import { ManifestFields, SHOWN_FIELDS } from './manifest-fields';
import classes from './manifest-form.module.css';
import { DryRunReport } from './verification-report';
import { dryRunSchema } from './verification-run';

const savedSchema = z.object({ id: z.string() });

/** The faults that no field shows are above the form. */
function otherFaultsOf(faults: Record<string, string>): string[] {
  return Object.entries(faults)
    .filter(([field]) => !SHOWN_FIELDS.has(field))
    .map(([field, message]) => (field === '' ? message : `${field}: ${message}`));
}

/** The failure, if it has faults that no field shows. */
function generalFailure(failure: RequestFailure | null): RequestFailure | null {
  return failure && Object.keys(failure.fields).length === 0 ? failure : null;
}

const format = (draft: Draft) => JSON.stringify(draft, null, 2);

/**
 * Edits a manifest as fields and as JSON, side by side where there is room. Both show the same draft, so keys that the form
 * does not know are kept. Tries it, and registers an experience or with `experienceId` changes it.
 */
export function ManifestForm({ initial, experienceId }: { initial: Draft; experienceId: string | null }) {
  const router = useRouter();
  const kept = useDraft(`manifest ${experienceId ?? 'new'}`, format(initial));
  /** The last one that the text was. */
  const [valid, setValid] = useState(initial);
  const [view, setView] = useState('fields');
  const report = useRef<HTMLDivElement>(null);
  const save = useChange((manifest: Draft) => ({
    method: experienceId === null ? ('POST' as const) : ('PUT' as const),
    path: experienceId === null ? '/api/console/experiences' : `/api/console/experiences/${experienceId}`,
    body: { manifest },
    answer: savedSchema,
  }));
  const trial = useOneRequest(
    (manifest: Draft) => ({
      method: 'POST' as const,
      path: '/api/console/experiences/dry-run',
      body: { manifest },
      answer: dryRunSchema,
    }),
    () => undefined,
  );
  const failure = save.error ?? trial.error;
  const faults = faultsByField(failure?.fields ?? {});
  const parsed = parseDraft(kept.value);
  const jsonFault = 'fault' in parsed ? parsed.fault : null;
  const draft = 'draft' in parsed ? parsed.draft : valid;

  function changeText(next: string) {
    kept.change(next);
    const read = parseDraft(next);
    if ('draft' in read) setValid(read.draft);
  }

  const showFaults = ({ fields }: RequestFailure) => focusFirst(faultsByField(fields));

  /** The report is below the form, where a visitor of a small window would not see that it came. */
  const showReport = () => requestAnimationFrame(() => report.current?.scrollIntoView({ block: 'center' }));

  function showChecks({ id }: { id: string }) {
    kept.forget();
    router.push(`/publish/${id}/checks`);
  }

  function submit() {
    if (jsonFault !== null) return;
    trial.reset();
    save.mutate(draft, { onSuccess: showChecks, onError: showFaults });
  }

  function tryDraft() {
    save.reset();
    trial.mutate(draft, { onSuccess: showReport, onError: showFaults });
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={shared.stack} data-gap="lg">
        <Segments
          className={classes.views}
          aria-label="Write it as"
          value={view}
          onChange={setView}
          options={[
            { value: 'fields', label: 'Form', disabled: jsonFault !== null },
            { value: 'json', label: 'JSON' },
          ]}
        />
        {kept.isRestored && (
          <Notice title="What you had typed is here again">
            <Button variant="default" size="compact-sm" onClick={kept.forget}>
              Begin again
            </Button>
          </Notice>
        )}
        <FailureNotice failure={generalFailure(failure)} kept="Your text is still in the form." />
        <ManifestFaults faults={faults} />
        <div className={classes.both} data-view={view}>
          <fieldset className={classes.fields} disabled={jsonFault !== null}>
            <ManifestFields draft={draft} faults={faults} onChange={(next) => changeText(format(next))} />
          </fieldset>
          <div className={classes.json}>
            <RawManifest text={kept.value} fault={jsonFault} onChange={changeText} />
          </div>
        </div>
        <div className={shared.row} data-gap="xs">
          <Button type="submit" loading={save.isPending || save.isSuccess} disabled={jsonFault !== null}>
            {experienceId === null ? 'Publish and verify' : 'Save and verify'}
          </Button>
          {draft.tier !== 1 && (
            <Button variant="default" loading={trial.isPending} disabled={jsonFault !== null} onClick={tryDraft}>
              Try without publishing
            </Button>
          )}
        </div>
        <div ref={report}>{trial.data && <DryRunReport passed={trial.data.passed} checks={trial.data.checks} />}</div>
      </div>
    </form>
  );
}

/** Says that the manifest was not accepted, and the faults that no field shows. */
function ManifestFaults({ faults }: { faults: Record<string, string> }) {
  if (Object.keys(faults).length === 0) return null;
  return (
    <div role="alert" className={classes.faults}>
      <p>The manifest was not accepted; nothing was published. What you wrote is still here.</p>
      {otherFaultsOf(faults).map((fault) => (
        <p key={fault}>{fault}</p>
      ))}
    </div>
  );
}

/** Scrolls to the first faulty field after it is rendered. */
function focusFirst(faults: Record<string, string>): void {
  requestAnimationFrame(() => {
    const first = [...SHOWN_FIELDS].find((field) => field in faults);
    if (first) document.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus();
  });
}

/** The manifest as JSON. */
function RawManifest({
  text,
  fault,
  onChange,
}: {
  text: string;
  fault: string | null;
  onChange: (text: string) => void;
}) {
  return (
    <TextAreaField
      label="Manifest"
      description="Everything that experience.register takes, lobby_config_schema too."
      isCode
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={fault}
      rows={16}
      maxRows={40}
      spellCheck={false}
    />
  );
}
