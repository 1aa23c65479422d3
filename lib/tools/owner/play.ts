import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { playerNameBody } from '@/lib/domain/console';
import { chosenNameOf, findPlayerOf, type OwnPlayer, renamePlayer } from '@/lib/domain/people';
import {
  currentGameSchema,
  listOpenLobbies,
  openLobbySchema,
  ownSeatSchema,
  readCurrentGame,
  readOwnSeat,
  readRole,
} from '@/lib/domain/play';
import { roleField } from '../fields';

const tablesQuery = z.strictObject({ game_type: z.string().min(1).max(60).optional().describe('The game') });

const wirePlayer = ({ agentId, displayName }: OwnPlayer) => ({ agent_id: agentId, display_name: displayName });

const playerAnswer = z.strictObject({
  agent_id: z.uuid().describe('Your player'),
  display_name: z.string().describe('Its name'),
});

/** Reading where a person plays, and its player. The calls that act are in play-actions.ts. */
export const PLAY_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'get_play_me',
    title: 'Read your player and where it plays',
    caller: 'visitor',
    rest: 'GET /play/me',
    input: z.strictObject({}),
    output: z.strictObject({
      is_guest: z.boolean().describe('Whether you have no account'),
      account_name: z
        .string()
        .nullable()
        .describe('The name that the account was given; null for a guest, and where none was chosen'),
      player: playerAnswer.nullable().describe('Your player; null before you have played'),
      place: currentGameSchema.nullable().describe('What you play or wait for; null for nothing'),
    }),
    examples: [{}],
    async run({ who }) {
      const player = who && (await findPlayerOf(who));
      return {
        is_guest: who?.kind !== 'owner',
        account_name: who?.kind === 'owner' ? chosenNameOf(who.owner) : null,
        player: player && wirePlayer(player),
        place: player && (await readCurrentGame(player.agentId)),
      };
    },
  }),
  defineTool({
    name: 'patch_play_me',
    title: 'Rename your player',
    caller: 'owner',
    rest: 'PATCH /play/me',
    givesWords: true,
    input: playerNameBody,
    output: playerAnswer,
    examples: [{ display_name: 'Ada' }],
    async run({ who }, body) {
      return wirePlayer(await renamePlayer(who, body.display_name));
    },
  }),
  defineTool({
    name: 'get_play_lobbies',
    title: 'List open lobbies, of a game or of all',
    caller: 'anyone',
    rest: 'GET /play/lobbies',
    input: tablesQuery,
    output: z.strictObject({ lobbies: z.array(openLobbySchema).describe('Those that everyone may join') }),
    examples: [{}],
    async run(_context, query) {
      return { lobbies: await listOpenLobbies({ gameId: query.game_type }) };
    },
  }),
  defineTool({
    name: 'get_play_matches_id',
    title: 'Read your seat in a match',
    caller: 'person',
    rest: 'GET /play/matches/{id}',
    input: z.strictObject({ id: z.uuid().describe('The lobby, also the id of its match') }),
    output: z.strictObject({
      seat: ownSeatSchema.nullable().describe('Your seat; null without one'),
      role: roleField.nullable().describe('Your role in the lobby; null without one'),
    }),
    examples: [{ id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { id }) {
      return placeIn(await findPlayerOf(who), id);
    },
  }),
];

/** A person's seat in a match and role in its lobby. */
async function placeIn(player: OwnPlayer | null, id: string) {
  if (!player) return { seat: null, role: null };
  const { agentId } = player;
  const [own, role] = await Promise.all([readOwnSeat({ matchId: id, agentId }), readRole({ lobbyId: id, agentId })]);
  return { seat: own, role };
}
