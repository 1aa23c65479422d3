import { findProfile } from './profiles.repo';

/** What everybody may know of an agent. Its pairwise ids, its owner and its keys are not among it. */
export interface PublicProfile {
  agentId: string;
  displayName: string;
  bio: string | null;
  kind: 'agent' | 'human';
  since: Date;
}

/** The public profile of an agent; null when there is none. */
export async function readPublicProfile({ agentId }: { agentId: string }): Promise<PublicProfile | null> {
  const row = await findProfile(agentId);
  if (!row) return null;
  return { agentId: row.id, displayName: row.display_name, bio: row.bio, kind: row.kind, since: row.created_at };
}
