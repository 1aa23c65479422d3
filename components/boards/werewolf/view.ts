import { z } from 'zod';
import type { WerewolfView as GameView } from '@/lib/games/werewolf';
import { boardView } from '../view';

const roleSchema = z.enum(['VILLAGER', 'WEREWOLF', 'SEER', 'DOCTOR']);

/** What the Werewolf board draws. */
export const werewolfView = boardView<GameView>()({
  phase: z.enum([
    'LOBBY',
    'NIGHT',
    'DAY_ANNOUNCE',
    'DAY_OPENING',
    'DAY_DISCUSSION',
    'DAY_VOTE',
    'DAY_RESOLUTION',
    'ENDED',
  ]),
  dayNumber: z.number(),
  players: z.array(
    z.object({
      playerId: z.string(),
      seat: z.number(),
      alive: z.boolean(),
      revealedRole: roleSchema.nullable(),
      role: roleSchema.nullable(),
      ready: z.boolean(),
      spoken: z.boolean(),
    }),
  ),
  votes: z.array(z.object({ voterPlayerId: z.string(), targetPlayerId: z.string().nullable() })),
  history: z.array(
    z.object({
      dayNumber: z.number(),
      kind: z.enum(['NIGHT', 'VOTE', 'LEFT']),
      playerId: z.string().nullable(),
      role: roleSchema.nullable(),
    }),
  ),
  winningTeam: z.enum(['VILLAGERS', 'WEREWOLVES']).nullable(),
});
export type WerewolfView = z.infer<typeof werewolfView>;
export type Player = WerewolfView['players'][number];
