import type { AgentCaller } from '@/lib/core/caller';
import type { ToolDefinition } from '@/lib/core/tool';
import { answerAvailableTools, authWhoami } from './auth';
import { experienceDelete, experienceMine, experienceRegister, experienceUpdate } from './experience';
import { experiencesGet, experiencesList } from './experiences';

/** Every tool in the order in which lists and pages show them. */
export const TOOLS: readonly ToolDefinition[] = [
  experiencesList,
  experiencesGet,
  authWhoami,
  experienceRegister,
  experienceUpdate,
  experienceDelete,
  experienceMine,
];

/** Whether the scopes of an agent's credential reach a tool. */
export function mayCall(tool: ToolDefinition, agent: AgentCaller): boolean {
  return tool.scope === 'public' || tool.scope === 'any' || agent.scopes.has(tool.scope);
}

answerAvailableTools((agent) => TOOLS.filter((tool) => mayCall(tool, agent)).map((tool) => tool.name));
