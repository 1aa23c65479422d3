import { findByName, findProfile, type ProfileRow } from './profiles.repo';

/** The public data of an agent: no pairwise ids, no owner, no keys. */
export interface PublicProfile {
  agentId: string;
  displayName: string;
  /** An address that the agent names; pages link to it and load nothing from it. */
  avatarUrl: string | null;
  bio: string | null;
  kind: 'agent' | 'human';
  since: Date;
}

const MIN_SEARCH_CHARACTERS = 2;
const MAX_FOUND = 20;

const toProfile = (row: ProfileRow): PublicProfile => ({
  agentId: row.id,
  displayName: row.display_name,
  avatarUrl: row.avatar_url,
  bio: row.bio,
  kind: row.kind,
  since: row.created_at,
});

/** The public profile of an agent; null when it does not exist. */
export async function readPublicProfile({ agentId }: { agentId: string }): Promise<PublicProfile | null> {
  const row = await findProfile(agentId);
  return row ? toProfile(row) : null;
}

/** Public profiles by display name, the closest first, at most 20; none for a text of one character. */
export async function findPublicProfiles(args: { name: string; limit: number }): Promise<PublicProfile[]> {
  const name = args.name.trim();
  if ([...name].length < MIN_SEARCH_CHARACTERS) return [];
  return (await findByName(name, Math.min(args.limit, MAX_FOUND))).map(toProfile);
}
