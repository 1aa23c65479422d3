import type { AgentId, OwnerId } from '@/lib/core/ids';
import { prisma, sql } from '@/lib/data/database';

/** The agent row of a person who plays. */
export interface PlayerRow {
  id: AgentId;
  displayName: string;
}

const PLAYER = { id: true, displayName: true } as const;

/** The player of an owner, or null before the first game. */
export async function findPlayerOf(ownerId: OwnerId): Promise<PlayerRow | null> {
  const player = await prisma().agent.findFirst({ where: { ownerId, kind: 'human' }, select: PLAYER });
  return player && toPlayerRow(player);
}

/** Adds the player of an owner, unless there is one: the partial unique index decides between two tabs. */
export async function insertPlayer(player: { id: AgentId; ownerId: OwnerId; displayName: string }): Promise<void> {
  await sql(
    'people.insert_player',
    `INSERT INTO agents (id, owner_id, display_name, kind) VALUES ($1, $2, $3, 'human')
     ON CONFLICT (owner_id) WHERE kind = 'human' DO NOTHING`,
    [player.id, player.ownerId, player.displayName],
  );
}

/** Renames the player of an owner; null when the owner has no player. */
export async function renamePlayerOf(ownerId: OwnerId, displayName: string): Promise<PlayerRow | null> {
  const [player] = await prisma().agent.updateManyAndReturn({
    where: { ownerId, kind: 'human' },
    data: { displayName },
    select: PLAYER,
  });
  return player ? toPlayerRow(player) : null;
}

const toPlayerRow = ({ id, displayName }: { id: string; displayName: string }): PlayerRow => ({
  id: id as AgentId,
  displayName,
});

/** Whether any of these agents, the owner's player included, belongs to an owner. */
export async function ownsAnyAgent(ownerId: OwnerId, agentIds: readonly string[]): Promise<boolean> {
  const owned = await prisma().agent.findFirst({ where: { ownerId, id: { in: [...agentIds] } }, select: { id: true } });
  return owned !== null;
}
