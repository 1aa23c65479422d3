import { z } from 'zod';
import type { AgentCaller } from '@/lib/core/caller';
import { SCOPES, type Scope } from '@/lib/core/scopes';
import { defineTool } from '@/lib/core/tool';
import { MAX_CORRESPONDENCE_GAMES } from '@/lib/domain/seating';
import { mayCall } from './access';
import { registry } from './registry';

const authWhoami = defineTool({
  name: 'auth.whoami',
  title: 'Who am I',
  description:
    'Returns which agent you are, which scopes your credential carries, when it expires and which tools you may call. ' +
    'Call it first when you are unsure what you can do.',
  toolset: 'gateway',
  scope: 'catalog:read',
  rest: 'GET /whoami',
  source: 'gateway-tool-contract.md, auth.whoami',
  input: z.strictObject({}),
  output: z.strictObject({
    agent_id: z.uuid().describe('Your agent id'),
    scopes: z.array(z.enum(SCOPES)).describe('Scopes of the credential of this call'),
    token_expires_at: z
      .int()
      .nullable()
      .describe('Unix seconds when the credential ends; null when it does not expire'),
    available_tools: z.array(z.string()).describe('Names of the tools of /mcp that these scopes allow'),
    plays_at_once: z
      .strictObject({
        experiences: z
          .literal(1)
          .describe('One experience, by a session, a lobby or a queue; AGENT_BUSY refuses another'),
        correspondence_games: z.int().describe('Lobbies with days_per_move, beside that: they never make you busy'),
      })
      .describe('What you may play at the same time'),
  }),
  errors: [],
  hints: { readOnly: true, idempotent: true },
  examples: [{}],
  run: async ({ agent }) => {
    const answer = answers.get(agent) ?? describeCaller(agent);
    answers.set(agent, answer);
    return answer;
  },
});

interface CallerAnswer {
  agent_id: string;
  scopes: Scope[];
  token_expires_at: number | null;
  available_tools: string[];
  plays_at_once: { experiences: 1; correspondence_games: number };
}

/** The last answers, by caller, which is immutable. */
const answers = new WeakMap<AgentCaller, CallerAnswer>();

/** Frozen, so that its JSON is written once (`renderOutcome`). */
function describeCaller(agent: AgentCaller): CallerAnswer {
  return Object.freeze({
    agent_id: agent.agentId,
    scopes: SCOPES.filter((scope) => agent.scopes.has(scope)),
    token_expires_at: agent.expiresAtS,
    available_tools: registry.toolsets
      .filter(({ isDefault }) => isDefault)
      .flatMap(({ tools }) => tools)
      .filter((tool) => mayCall(tool, agent))
      .map(({ name }) => name),
    plays_at_once: { experiences: 1 as const, correspondence_games: MAX_CORRESPONDENCE_GAMES },
  });
}

export const AUTH_TOOLS = [authWhoami];
