import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import type { Revision } from '@/lib/domain/catalog';
import type { VerificationReport } from '@/lib/domain/verification';
import classes from './failure-list.module.css';
import { ManifestChanges, VerificationChanges } from './verification-changes';

/** What happened to an experience at a time: its manifest was saved, or a verification found its tools changed. */
type Happening = { at: string; key: string; revision: Revision } | { at: string; key: string; run: VerificationReport };

/** The versions of an experience and what changed in its manifest and in the tools of its server, the newest first. */
export function VersionList({
  experienceId,
  revisions,
  runs,
}: {
  experienceId: string;
  revisions: readonly Revision[];
  runs: readonly VerificationReport[];
}) {
  const happenings: Happening[] = [
    ...revisions.map((revision) => ({ at: revision.at, key: `revision ${revision.number}`, revision })),
    ...runs
      .filter(({ definition_changes: changes }) => changes.length > 0)
      .map((run) => ({ at: run.started_at, key: run.verification_id, run })),
  ];
  const newestFirst = happenings.toSorted((a, b) => b.at.localeCompare(a.at));
  const [newest] = revisions;
  return (
    <ol className={classes.list} aria-label="Versions and changes, the newest first">
      {newestFirst.map((one) => (
        <li key={one.key} className={classes.failure}>
          {'revision' in one ? (
            <SavedManifest experienceId={experienceId} revision={one.revision} isCurrent={one.revision === newest} />
          ) : (
            <>
              <p className={classes.head}>
                <strong>The tools of the server changed</strong>
                <span className={shared.mutedSmall}>
                  found <RelativeTime at={one.at} />
                </span>
              </p>
              <VerificationChanges run={one.run} />
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

function SavedManifest({
  experienceId,
  revision: { number, version, changes, at },
  isCurrent,
}: {
  experienceId: string;
  revision: Revision;
  isCurrent: boolean;
}) {
  const of = `?version=${encodeURIComponent(version)}`;
  const path = `/publish/${experienceId}`;
  return (
    <>
      <p className={classes.head}>
        <strong>Version {version}</strong>
        {isCurrent && <span className={shared.medium}>current</span>}
        <span className={shared.mutedSmall}>
          saved <RelativeTime at={at} />
        </span>
      </p>
      {changes.length > 0 ? (
        <ManifestChanges changes={changes} />
      ) : (
        <p className={shared.mutedColor}>
          {number === 1 ? 'The first that is known.' : 'The manifest was saved without a change.'}
        </p>
      )}
      <p className={shared.row} data-gap="sm">
        <Link href={`${path}/errors${of}`}>Its errors</Link>
        <Link href={`${path}/sessions${of}`}>its sessions</Link>
        <Link href={`${path}/reviews${of}`}>its reviews</Link>
      </p>
    </>
  );
}
