import { z } from 'zod';

/** An action of an administrator in wire form. */
export const adminActionSchema = z.strictObject({
  id: z.uuid().describe('The entry'),
  at: z.iso.datetime().describe('When it was done'),
  owner_id: z.uuid().nullable().describe('The administrator'),
  agent_id: z.uuid().nullable().describe('The agent that acted for the administrator; null for a browser'),
  action: z.string().describe('The operation, by its operationId'),
  input: z.looseObject({}).describe('Its arguments, without secrets'),
  address_hash: z.string().describe('Hash of the address, the same for the same address'),
});
export type AdminAction = z.infer<typeof adminActionSchema>;
