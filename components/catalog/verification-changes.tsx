import type { ReactNode } from 'react';
import type { ManifestChange } from '@/lib/domain/catalog';
import type { SessionChange, ToolChange, VerificationReport } from '@/lib/domain/verification';
import classes from './verification-changes.module.css';

const CHANGE_LABELS = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const;

/** What a verification found changed: the tools since they were accepted, the trial session since the recorded one. */
export function VerificationChanges({ run }: { run: VerificationReport }) {
  return (
    <div className={classes.changes}>
      {run.definition_changes.length > 0 && (
        <ul className={classes.tools} aria-label="Changed tools">
          {run.definition_changes.map((change) => (
            <li key={change.tool} className={classes.tool}>
              <ChangedTool change={change} />
            </li>
          ))}
        </ul>
      )}
      {run.session_changes.length > 0 && <ChangedSession changes={run.session_changes} />}
    </div>
  );
}

function ChangedTool({ change: { tool, change, description, schema } }: { change: ToolChange }) {
  return (
    <>
      <p className={classes.head}>
        <code>{tool}</code> <span className={classes.word}>{CHANGE_LABELS[change]}</span>
      </p>
      {description && <Difference where="Description" {...description} />}
      {schema.map((place) => (
        <Difference
          key={place.path}
          where={
            <>
              Input schema <code>{place.path || 'as a whole'}</code>
            </>
          }
          before={place.before}
          after={place.after}
        />
      ))}
    </>
  );
}

/** What differs between two saved manifests. */
export function ManifestChanges({ changes }: { changes: readonly ManifestChange[] }) {
  return (
    <div className={classes.tool}>
      {changes.map(({ path, before, after }) => (
        <Difference key={path} where={<code>{path}</code>} before={before} after={after} />
      ))}
    </div>
  );
}

/** A text before and after. Each line begins with a sign, so colour is not needed to read it. */
function Difference({ where, before, after }: { where: ReactNode; before: string | null; after: string | null }) {
  return (
    <div className={classes.difference}>
      <p className={classes.where}>{where}</p>
      {before !== null && (
        <p className={classes.before} dir="auto">
          <del>{before === '' ? '(empty)' : before}</del>
        </p>
      )}
      {after !== null && (
        <p className={classes.after} dir="auto">
          <ins>{after === '' ? '(empty)' : after}</ins>
        </p>
      )}
    </div>
  );
}

function ChangedSession({ changes }: { changes: readonly SessionChange[] }) {
  return (
    <div className={classes.tool}>
      <p className={classes.head}>
        Trial session <span className={classes.word}>differs from the recorded first one</span>
      </p>
      {changes.map(({ tool, path, before, after }) => (
        <Difference
          key={`${tool} ${path}`}
          where={
            <>
              <code>{tool}</code> {path === '' ? 'the whole answer' : <code>{path}</code>}
            </>
          }
          before={before ?? 'absent'}
          after={after ?? 'absent'}
        />
      ))}
    </div>
  );
}
