import * as v from 'valibot';
import { TIMED_PHASES } from '@/lib/core/werewolf-phases';
import type { WerewolfView as GameView } from '@/lib/games/werewolf';
import { boardView } from '../view';

const roleSchema = v.picklist(['VILLAGER', 'WEREWOLF', 'SEER', 'DOCTOR']);

/** What the Werewolf board draws. */
export const werewolfView = boardView<GameView>()({
  phase: v.picklist([...TIMED_PHASES, 'ENDED']),
  dayNumber: v.number(),
  players: v.array(
    v.object({
      playerId: v.string(),
      seat: v.number(),
      alive: v.boolean(),
      revealedRole: v.nullable(roleSchema),
      role: v.nullable(roleSchema),
      ready: v.boolean(),
      spoken: v.boolean(),
    }),
  ),
  votes: v.array(v.object({ voterPlayerId: v.string(), targetPlayerId: v.nullable(v.string()) })),
  history: v.array(
    v.object({
      dayNumber: v.number(),
      kind: v.picklist(['NIGHT', 'VOTE', 'LEFT']),
      playerId: v.nullable(v.string()),
      role: v.nullable(roleSchema),
    }),
  ),
  winningTeam: v.nullable(v.picklist(['VILLAGERS', 'WEREWOLVES'])),
});
export type WerewolfView = v.InferOutput<typeof werewolfView>;
export type Player = WerewolfView['players'][number];
