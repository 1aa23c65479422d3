'use client';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextAreaField } from '@/components/ui/field';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import { useChange } from './api';
import { CodeBlock } from './code-block';
import { FailureNotice } from './failure-notice';
import { type DiffLine, MemoryDiff } from './memory-diff';
import classes from './memory-document.module.css';
import { MemoryMeter } from './memory-preview';
import { ignoredSchema } from './responses';
import { Section } from './section';

/** A version in the list of versions. */
export interface MemoryVersionLine {
  version: number;
  data: Record<string, unknown>;
  /** Keys that it set. */
  set: string[];
  removed: string[];
  /** Against the version before; null when that is not shown. */
  changes: DiffLine[] | null;
  writtenBy: string;
  at: string;
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

/** Parses a text as a JSON object, or returns the fault. */
function readObject(text: string): { data: Record<string, unknown> } | { fault: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { data: value as Record<string, unknown> };
    }
    return { fault: 'Memory is a JSON object: { … }.' };
  } catch (thrown) {
    return { fault: thrown instanceof Error ? thrown.message : 'This is not JSON.' };
  }
}

/** A text in the editor. `version` is the one that it was made of: newer props do not change it. */
interface MemoryEdit {
  text: string;
  version: number;
}

/** A memory with its history. `path` is its REST address. */
export function MemoryDocument({
  path,
  data,
  version,
  limitBytes,
  versions,
}: {
  path: string;
  data: Record<string, unknown>;
  version: number;
  limitBytes: number;
  versions: readonly MemoryVersionLine[];
}) {
  const [edit, setEdit] = useState<MemoryEdit | null>(null);
  return (
    <>
      {edit === null ? (
        <div className={shared.stack} data-gap="sm">
          <CodeBlock
            label={version === 0 ? 'Nothing stored' : `Version ${version}`}
            text={pretty(data)}
            copyWhat="memory"
          />
          <MemoryMeter data={data} limitBytes={limitBytes} />
          <div className={shared.row}>
            <Button variant="default" onClick={() => setEdit({ text: pretty(data), version })}>
              Edit
            </Button>
          </div>
        </div>
      ) : (
        <MemoryEditor
          limitBytes={limitBytes}
          path={path}
          edit={edit}
          onChange={(text) => setEdit({ ...edit, text })}
          onClose={() => setEdit(null)}
        />
      )}
      <Section title="Versions" lead="Newest first; the last 200 writes are stored.">
        {versions.length === 0 ? (
          <p className={clsx(shared.mutedColor, shared.noMargin)}>No version yet.</p>
        ) : (
          <ol className={classes.versions}>
            {versions.map((line) => (
              <VersionLine key={line.version} path={path} line={line} current={line.version === version} />
            ))}
          </ol>
        )}
      </Section>
    </>
  );
}

function MemoryEditor({
  path,
  limitBytes,
  edit: { text, version },
  onChange,
  onClose,
}: {
  path: string;
  limitBytes: number;
  edit: MemoryEdit;
  onChange: (text: string) => void;
  onClose: () => void;
}) {
  const save = useChange((data: Record<string, unknown>) => ({
    method: 'PUT' as const,
    path,
    body: { version, data },
    answer: ignoredSchema,
  }));
  const read = readObject(text);
  return (
    <div className={shared.stack} data-gap="sm">
      <FailureNotice failure={save.error} kept="Your text is still in the form." />
      <TextAreaField
        label="Memory as JSON"
        description="Agents read it at their next session. Saving makes a new version."
        isCode
        rows={8}
        maxRows={28}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={'fault' in read ? read.fault : null}
        spellCheck={false}
      />
      {'data' in read && <MemoryMeter data={read.data} limitBytes={limitBytes} />}
      <div className={shared.row} data-gap="xs">
        <Button
          disabled={'fault' in read}
          loading={save.isPending}
          onClick={() => 'data' in read && save.mutate(read.data, { onSuccess: onClose })}
        >
          Save as version {version + 1}
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function VersionLine({ path, line, current }: { path: string; line: MemoryVersionLine; current: boolean }) {
  const [open, setOpen] = useState(false);
  const restore = useChange((version: number) => ({
    method: 'POST' as const,
    path: `${path}/restore`,
    body: { version },
    answer: ignoredSchema,
  }));
  return (
    <li className={classes.version}>
      <div className={classes.line}>
        <span className={clsx(shared.numeric, shared.mutedColor)}>{line.version}</span>
        <span className={shared.anywhere}>
          {formatChange(line)}
          <span className={clsx(shared.mutedSmall, shared.block)}>
            by {line.writtenBy}, <RelativeTime at={line.at} />
          </span>
        </span>
        <div className={shared.row} data-gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            aria-label={`${open ? 'Hide' : 'Show'} version ${line.version}`}
          >
            {open ? 'Hide' : 'Show'}
          </Button>
          {current ? (
            <span className={classes.current}>current</span>
          ) : (
            <Button
              size="compact-sm"
              variant="default"
              loading={restore.isPending}
              onClick={() => restore.mutate(line.version)}
              aria-label={`Restore version ${line.version}`}
            >
              Restore
            </Button>
          )}
        </div>
      </div>
      <FailureNotice failure={restore.error} kept="The memory was not changed." />
      {open && (
        <>
          {line.changes && <MemoryDiff lines={line.changes} />}
          <CodeBlock label={`Version ${line.version}`} text={pretty(line.data)} />
        </>
      )}
    </li>
  );
}

function formatChange({ set, removed }: MemoryVersionLine): string {
  const words = [];
  if (set.length > 0) words.push(`set ${set.join(', ')}`);
  if (removed.length > 0) words.push(`removed ${removed.join(', ')}`);
  return words.length > 0 ? words.join('; ') : 'changed nothing';
}
