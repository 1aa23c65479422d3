'use client';
import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { z } from 'zod';
import { useChange } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import type { RequestFailure } from '@/components/console/request';
import { type Draft, faultsByField, parseDraft } from './manifest-edit';
import { ManifestFields, SHOWN_FIELDS } from './manifest-fields';
import classes from './manifest-form.module.css';
import { RawManifest } from './raw-manifest';

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

/**
 * Edits a manifest as fields or as JSON. Both show the same draft, so keys that the form does not know are kept.
 * Registers an experience, or with `experienceId` changes it.
 */
export function ManifestForm({ initial, experienceId }: { initial: Draft; experienceId: string | null }) {
  const router = useRouter();
  const [draft, setDraft] = useState(initial);
  const [text, setText] = useState<string | null>(null);
  const save = useChange((manifest: Draft) => ({
    method: experienceId === null ? ('POST' as const) : ('PUT' as const),
    path: experienceId === null ? '/api/console/experiences' : `/api/console/experiences/${experienceId}`,
    body: { manifest },
    answer: savedSchema,
  }));
  const faults = faultsByField(save.error?.fields ?? {});
  const unplaced = otherFaultsOf(faults);
  const parsed = text === null ? { draft } : parseDraft(text);

  function showAs(view: string) {
    if (view === 'json') setText(JSON.stringify(draft, null, 2));
    else if ('draft' in parsed) {
      setDraft(parsed.draft);
      setText(null);
    }
  }

  function submit() {
    if (!('draft' in parsed)) return;
    save.mutate(parsed.draft, {
      onSuccess: ({ id }) => router.push(`/publish/${id}`),
      onError: ({ fields }) => focusFirst(faultsByField(fields)),
    });
  }

  return (
    <form
      className={classes.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="lg">
        <SegmentedControl
          className={classes.views}
          aria-label="Write it as"
          value={text === null ? 'fields' : 'json'}
          onChange={showAs}
          data={[
            { value: 'fields', label: 'Form', disabled: 'fault' in parsed },
            { value: 'json', label: 'JSON' },
          ]}
        />
        <FailureNotice failure={generalFailure(save.error)} kept="Your text is still in the form." />
        {Object.keys(faults).length > 0 && (
          <div role="alert" className={classes.faults}>
            <p>The manifest was not accepted; nothing was published. What you wrote is still here.</p>
            {(text === null ? unplaced : Object.entries(faults).map(([field, message]) => `${field}: ${message}`)).map(
              (fault) => (
                <p key={fault}>{fault}</p>
              ),
            )}
          </div>
        )}
        {text === null ? (
          <ManifestFields draft={draft} faults={faults} onChange={setDraft} />
        ) : (
          <RawManifest text={text} fault={'fault' in parsed ? parsed.fault : null} onChange={setText} />
        )}
        <Group gap="xs">
          <Button type="submit" loading={save.isPending || save.isSuccess} disabled={'fault' in parsed}>
            {experienceId === null ? 'Publish and verify' : 'Save and verify'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Scrolls to the first faulty field after it is rendered. */
function focusFirst(faults: Record<string, string>): void {
  requestAnimationFrame(() => {
    const first = [...SHOWN_FIELDS].find((field) => field in faults);
    if (first) document.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus();
  });
}
