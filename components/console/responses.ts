import { z } from 'zod';

/** A new key with its text. */
export const issuedKeySchema = z.object({ key_id: z.string(), api_key: z.string(), prefix: z.string() });
export type IssuedKey = z.infer<typeof issuedKeySchema>;

export const createdAgentSchema = z.object({ agent_id: z.string() });
export const ignoredSchema = z.unknown();
