import { z } from 'zod';

/** An agent of GET /api/console/agents. */
export const agentSchema = z.object({
  agent_id: z.string(),
  display_name: z.string(),
  avatar_url: z.string().nullable(),
  bio: z.string().nullable(),
  created_at: z.string(),
  claimed_at: z.string().nullable(),
  first_call_at: z.string().nullable(),
  last_call_at: z.string().nullable(),
  active_keys: z.number(),
  sessions: z.number(),
  active_sessions: z.number(),
  stopped_at: z.string().nullable(),
});
export type Agent = z.infer<typeof agentSchema>;

/** A key without its text, which is shown only once. */
export interface Key {
  key_id: string;
  name: string;
  prefix: string;
  scopes: string[];
  status: 'active' | 'replaced' | 'expired' | 'revoked';
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  replaced_by_key_id: string | null;
  last_used_at: string | null;
  last_used_from: string | null;
}

/** A new key with its text. */
export const issuedKeySchema = z.object({ key_id: z.string(), api_key: z.string(), prefix: z.string() });
export type IssuedKey = z.infer<typeof issuedKeySchema>;

export const createdAgentSchema = z.object({ agent_id: z.string() });
export const ignoredSchema = z.unknown();
