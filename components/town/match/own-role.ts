import { z } from 'zod';

const roleSchema = z.enum(['VILLAGER', 'WEREWOLF', 'SEER', 'DOCTOR']);

/** What the view of one's own seat says, as far as the panel of a player shows it. */
export const ownViewSchema = z.object({
  phase: z.string(),
  you: z.object({
    playerId: z.string(),
    role: roleSchema,
    alive: z.boolean(),
    knownWolves: z.array(z.string()),
    seerHistory: z.array(
      z.object({ night: z.number(), targetPlayerId: z.string(), result: z.enum(['WEREWOLF', 'NOT_WEREWOLF']) }),
    ),
    requiredAction: z.object({
      type: z.enum([
        'NONE',
        'WOLF_KILL',
        'SEER_INSPECT',
        'DOCTOR_PROTECT',
        'SPEAK_OPENING',
        'SPEAK_DISCUSSION',
        'VOTE',
      ]),
      allowedTargets: z.array(z.string()),
      alreadySubmitted: z.boolean(),
    }),
    chosenPlayerId: z.string().nullable(),
    packTargets: z.array(z.object({ byPlayerId: z.string(), targetPlayerId: z.string() })),
    lastProtectedPlayerId: z.string().nullable(),
  }),
});
export type OwnView = z.infer<typeof ownViewSchema>;
export type RequiredAction = OwnView['you']['requiredAction']['type'];

/** How each action is asked for and sent. */
export const TARGET_ACTIONS: Partial<Record<RequiredAction, { type: string; ask: string; done: string }>> = {
  WOLF_KILL: { type: 'wolf_kill', ask: 'Whom do the werewolves attack?', done: 'You attack' },
  SEER_INSPECT: { type: 'seer_inspect', ask: 'Whom do you inspect?', done: 'You inspected' },
  DOCTOR_PROTECT: { type: 'doctor_protect', ask: 'Whom do you protect?', done: 'You protect' },
  VOTE: { type: 'vote', ask: 'Whom do you vote for?', done: 'You vote for' },
};

export const ROLE_GOALS: Record<OwnView['you']['role'], string> = {
  VILLAGER: 'You have no night action. Find the werewolves by what players say and how they vote.',
  WEREWOLF: 'Choose a victim every night, and appear innocent by day.',
  SEER: 'Each night you learn whether one player is a werewolf. Choose well when to tell.',
  DOCTOR: 'Each night you protect one player, but not the same player in two nights running.',
};
