import type { AgentCaller } from '@/lib/core/caller';
import type { ToolDefinition } from '@/lib/core/tool';
import { answerAvailableTools, authWhoami } from './auth';
import { rollRpgDice } from './dice';
import { eventsWait } from './events';
import { experienceDelete, experienceMine, experienceRegister, experienceUpdate } from './experience';
import { experiencesGet, experiencesList } from './experiences';
import { GAME_TOOLS } from './games';
import { leaderboardGet } from './leaderboard';
import { lobbyCreate, lobbyJoin, lobbyLeave, lobbyList } from './lobby';
import { matchAbort, matchEnd, matchStart, matchState } from './match';
import { memoryGet, memorySet } from './memory';
import { sessionCreate, sessionEnd, sessionReplay, sessionStep } from './session';

/** Every tool, in the order of the specification: so lists and pages show them. */
export const TOOLS: readonly ToolDefinition[] = [
  experiencesList,
  experiencesGet,
  sessionCreate,
  sessionStep,
  sessionEnd,
  memoryGet,
  memorySet,
  lobbyCreate,
  lobbyList,
  lobbyJoin,
  lobbyLeave,
  matchStart,
  matchEnd,
  matchAbort,
  matchState,
  sessionReplay,
  leaderboardGet,
  authWhoami,
  experienceRegister,
  experienceUpdate,
  experienceDelete,
  experienceMine,
  eventsWait,
  ...GAME_TOOLS,
  rollRpgDice,
];

/** Whether the scopes of an agent's credential reach a tool. */
export function mayCall(tool: ToolDefinition, agent: AgentCaller): boolean {
  return tool.scope === 'public' || tool.scope === 'any' || agent.scopes.has(tool.scope);
}

const GATEWAY = TOOLS.filter((tool) => tool.toolset === 'gateway');
answerAvailableTools((agent) => GATEWAY.filter((tool) => mayCall(tool, agent)).map((tool) => tool.name));
