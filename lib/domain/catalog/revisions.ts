import { findRevisions } from './revisions.repo';
import { type Revision, toRevision } from './revisions.schema';

/** The manifests of an experience as they were saved, the newest first, at most 100. One query. */
export async function listRevisions(of: { experienceId: string }): Promise<Revision[]> {
  return (await findRevisions(of.experienceId)).map(toRevision);
}
