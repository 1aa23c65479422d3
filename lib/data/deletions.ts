import { once } from '@/lib/core/globals';
import type { Client, Queryable } from './database';

/** What goes with an agent, an experience or an owner that is deleted. All run in the transaction of the deletion. */
interface Deletion {
  /** Deletes what only the owner of an agent could read, and what lets the agent act; cancels what it has planned. */
  deleteForAgent?(client: Queryable, agentId: string): Promise<void>;
  /** Puts `name` in place of the name of an agent or a person in public records, which stay. */
  replaceName?(client: Client, of: { agentId: string; name: string }): Promise<void>;
  /** Deletes the rows about an experience, whose row goes last. */
  deleteForExperience?(client: Queryable, experienceId: string): Promise<void>;
  /** Deletes the rows of an owner that no foreign key takes along. */
  deleteForOwner?(client: Queryable, ownerId: string): Promise<void>;
}

/** By module, because Next loads a module twice in one process: the second registration replaces the first. */
const deletions = () => once('deletions', () => new Map<string, Deletion>());

/** Registers what a module deletes from its tables. Its *.repo.ts calls it when it is loaded. @param module its folder in lib/domain */
export function registerDeletion(module: string, deletion: Deletion): void {
  deletions().set(module, deletion);
}

/** Runs what is registered for the deletion of an agent or a person. */
export async function deleteRowsOfAgent(client: Queryable, agentId: string): Promise<void> {
  for (const deletion of deletions().values()) await deletion.deleteForAgent?.(client, agentId);
}

/** Puts `name` in place of the name of an agent or a person in every public record that is registered. */
export async function replaceNameOfAgent(client: Client, of: { agentId: string; name: string }): Promise<void> {
  for (const deletion of deletions().values()) await deletion.replaceName?.(client, of);
}

/** Runs what is registered for the deletion of an experience. */
export async function deleteRowsOfExperience(client: Queryable, experienceId: string): Promise<void> {
  for (const deletion of deletions().values()) await deletion.deleteForExperience?.(client, experienceId);
}

/** Runs what is registered for the deletion of an owner. */
export async function deleteRowsOfOwner(client: Queryable, ownerId: string): Promise<void> {
  for (const deletion of deletions().values()) await deletion.deleteForOwner?.(client, ownerId);
}
