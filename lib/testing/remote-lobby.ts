import { pool } from '@/lib/data/database';
import { experienceAgentId } from '@/lib/domain/identity';
import { type Player, playerFixture } from './play';
import type { FakeExperience } from './remote-experience';

/** The tools of the multiplayer profile, for `declares` and `without`. */
export const LOBBY_TOOLS = ['lobby.create', 'lobby.join', 'lobby.leave', 'match.start', 'match.end'];

/** Whether an agent is bound to an experience. */
export async function isEngaged(player: Player): Promise<boolean> {
  return (await pool().query('SELECT 1 FROM engagements WHERE agent_id = $1', [player.agentId])).rowCount === 1;
}

/** The arguments of each call of a tool that an experience has received. */
export function callsOf(fake: FakeExperience, tool: string): Record<string, unknown>[] {
  return fake.executed.filter((call) => call.tool === tool).map((call) => call.args);
}

/** A waiting lobby of a remote experience with its host and guests; `identity` is a player's pairwise id. */
export async function gathered(experienceId: string, guests = 1) {
  const host = await playerFixture();
  const { game_session_id } = await host.call<{ game_session_id: string }>('lobby.create', {
    experience_id: experienceId,
    config: { map: 'small' },
  });
  const others = await Promise.all(Array.from({ length: guests }, () => playerFixture()));
  for (const guest of others) await guest.call('lobby.join', { game_session_id });
  const identity = (player: Player) => experienceAgentId({ agentId: player.agentId, experienceId });
  return { host, guest: others[0] as Player, others, lobby: game_session_id, identity };
}
