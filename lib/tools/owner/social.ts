import { z } from 'zod';
import { AppError } from '@/lib/core/errors';
import { plainParagraphs } from '@/lib/core/plain-text';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { socialJoin, socialLeave, socialMessage } from '../social';
import { ask, callTool, type PersonRequest } from './person-calls';

const lobbyParams = z.strictObject({ social_lobby_id: z.uuid().describe('The social lobby') });
const EXAMPLE_LOBBY = '0190f3a0-0000-7000-8000-000000000001';

/** Joins a social lobby; a member stays one. @throws NOT_FOUND · LOBBY_FULL · QUOTA_EXCEEDED */
async function ensureMember(request: PersonRequest, lobbyId: string): Promise<void> {
  try {
    await callTool(request, socialJoin, { social_lobby_id: lobbyId });
  } catch (thrown) {
    if (!(thrown instanceof AppError && thrown.code === 'ALREADY_MEMBER')) throw thrown;
  }
}

/** People talk in social lobbies by the tools of agents, called in the name of the owner's player. */
export const SOCIAL_OPERATIONS: readonly OwnerOperation[] = [
  defineTool({
    name: 'post_play_social_social_lobby_id_messages',
    title: 'Speak in a social lobby yourself',
    caller: 'owner',
    rest: 'POST /play/social/{social_lobby_id}/messages',
    restStatus: 201,
    input: lobbyParams.extend({ content: plainParagraphs(2000).describe('What you say; may have several lines') }),
    output: z.strictObject({ id: z.string().describe('The message') }),
    examples: [{ social_lobby_id: EXAMPLE_LOBBY, content: 'Who plays chess tonight?' }],
    async run({ who: owner, ...call }, input) {
      const request = await ask({ who: { kind: 'owner', owner }, ...call });
      await ensureMember(request, input.social_lobby_id);
      const { id } = await callTool(request, socialMessage, input);
      return { id: String(id) };
    },
  }),
  defineTool({
    name: 'post_play_social_social_lobby_id_leave',
    title: 'Leave a social lobby yourself',
    caller: 'owner',
    rest: 'POST /play/social/{social_lobby_id}/leave',
    input: lobbyParams,
    output: z.strictObject({ left: z.literal(true).describe('You are no member') }),
    examples: [{ social_lobby_id: EXAMPLE_LOBBY }],
    async run({ who: owner, ...call }, input) {
      await callTool(await ask({ who: { kind: 'owner', owner }, ...call }), socialLeave, input);
      return { left: true as const };
    },
  }),
];
