import { AppError } from '@/lib/core/errors';
import { getPlayed } from '@/lib/domain/catalog';
import { hostOf, type ListedTool, toListedTool } from '@/lib/domain/play-host';
import { requireActive, requireOwnSession } from '@/lib/domain/seating';

/**
 * The tools that the actions of a session may name, with their schemas; with a name only that one.
 * Specification: gateway-tool-contract.md, session.tools.
 * @throws EXPERIENCE_TOOL_NOT_FOUND for an unknown session or tool; EXPERIENCE_AUTH_FAILED; EXPERIENCE_ERROR for a session
 * that is over or whose actions are no calls of tools; the experience's errors
 */
export async function listSessionTools(request: {
  agentId: string;
  sessionId: string;
  toolName?: string;
  signal?: AbortSignal;
}): Promise<ListedTool[]> {
  const { agentId, sessionId, toolName, signal } = request;
  const session = await requireOwnSession(sessionId, agentId);
  requireActive(session);
  const experience = await getPlayed({ experienceId: session.experienceId });
  const { listTools } = hostOf(experience);
  if (!listTools) {
    throw new AppError('EXPERIENCE_ERROR', 'This experience has no tools of its own.', {
      details: { next: 'session.create answers action_schema and gameplay_instructions: they say what an action is.' },
    });
  }
  const tools = await listTools({ session, experience, signal });
  const wanted = toolName === undefined ? tools : tools.filter(({ name }) => name === toolName);
  if (wanted.length > 0 || toolName === undefined) return wanted.map(toListedTool);
  throw new AppError('EXPERIENCE_TOOL_NOT_FOUND', 'The server of this session has no tool with this name.', {
    details: { next: 'session.tools without tool_name lists all tools.' },
  });
}
