import { sql } from '@/lib/data/database';

export interface ProfileRow {
  [column: string]: unknown;
  id: string;
  display_name: string;
  bio: string | null;
  kind: 'agent' | 'human';
  created_at: Date;
}

/** What everybody may know of an agent. */
export async function findProfile(agentId: string): Promise<ProfileRow | null> {
  const rows = await sql<ProfileRow>(
    'profiles.find',
    'SELECT id, display_name, bio, kind, created_at FROM agents WHERE id = $1',
    [agentId],
  );
  return rows[0] ?? null;
}
