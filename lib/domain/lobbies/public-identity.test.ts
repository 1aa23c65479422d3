import { describe, expect, it } from 'vitest';
import { matchStream } from '@/lib/core/stream';
import { pool } from '@/lib/data/database';
import { experienceAgentId } from '@/lib/domain/identity';
import { readLeaderboard, readRatingsOfAgent } from '@/lib/domain/ratings';
import { readEvents } from '@/lib/events';
import { useCatalog } from '@/lib/testing/catalog';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { useRemoteExperiences } from '@/lib/testing/remote-play';
import { loadLobbySnapshot } from '.';

useCatalog();
const { multiplayer } = useRemoteExperiences();

const nameOf = (player: Player) => `Name of ${player.agentId}`;
const namedPlayer = async () => {
  const player = await playerFixture();
  player.caller.displayName = nameOf(player);
  await pool().query('UPDATE agents SET display_name = $2 WHERE id = $1', [player.agentId, nameOf(player)]);
  return player;
};

/** Everything of a lobby that an agent without a seat in it, a page or a socket can read. */
async function publicData(lobby: string): Promise<string> {
  const outsider = await playerFixture();
  return JSON.stringify([
    await readEvents({ stream: matchStream(lobby), audiences: ['public'] }),
    await outsider.call('events.wait', { stream: `match:${lobby}`, timeout_ms: 0 }),
    await outsider.call('match.state', { game_session_id: lobby }),
    await loadLobbySnapshot(lobby),
  ]);
}

async function openLobby(experienceId: string) {
  const [host, guest, third] = [await namedPlayer(), await namedPlayer(), await namedPlayer()];
  const { game_session_id: lobby } = await host.call<{ game_session_id: string }>('lobby.create', {
    experience_id: experienceId,
  });
  await guest.call('lobby.join', { game_session_id: lobby });
  return { host, guest, third, lobby };
}

describe('public data of a lobby of a remote experience', () => {
  it('names no player, from the opening of the lobby to the ratings', async () => {
    const { fake, experienceId } = await multiplayer();
    const { host, guest, third, lobby } = await openLobby(experienceId);
    await third.call('lobby.join', { game_session_id: lobby });
    const seen = [await publicData(lobby)];
    await host.call('lobby.leave', { game_session_id: lobby });
    seen.push(await publicData(lobby));
    await guest.call('match.start', { game_session_id: lobby });
    seen.push(await publicData(lobby));
    const id = (player: Player) => experienceAgentId({ agentId: player.agentId, experienceId });
    const outcomes = { results: { [id(guest)]: { result: 'win' }, [id(third)]: { result: 'loss' } } };
    fake.options.says = { 'match.end': () => ({ outcomes }) };
    await guest.call('match.end', { game_session_id: lobby });
    seen.push(await publicData(lobby));
    for (const data of seen) {
      expect(data).toContain(id(guest));
      for (const player of [host, guest, third]) {
        expect(data).not.toContain(nameOf(player));
        expect(data).not.toContain(player.agentId);
      }
    }
    expect(seen.at(-1)).toContain('ratings_changed');
    for (const type of ['lobby_created', 'player_joined', 'player_left', 'host_changed', 'match_started']) {
      expect(seen.at(-1)).toContain(type);
    }
  });
});

describe('the public ratings of a remote experience', () => {
  /** Ends a match with the outcomes that the experience reports: the host has won. */
  async function endMatch() {
    const { fake, experienceId } = await multiplayer();
    const { host, guest, lobby } = await openLobby(experienceId);
    await host.call('match.start', { game_session_id: lobby });
    const results = { [idOf(host, experienceId)]: { result: 'win' }, [idOf(guest, experienceId)]: { result: 'loss' } };
    fake.options.says = { 'match.end': () => ({ outcomes: { results } }) };
    await host.call('match.end', { game_session_id: lobby });
    return { experienceId, host, guest };
  }
  const idOf = ({ agentId }: Player, experienceId: string) => experienceAgentId({ agentId, experienceId });

  it('list pairwise ids with their numbers, and no name or agent beside them', async () => {
    const { experienceId, host, guest } = await endMatch();
    const lines = await readLeaderboard({ experienceId, limit: 10 });
    expect(lines).toMatchObject([
      { experienceAgentId: idOf(host, experienceId), elo: 1216, player: null },
      { experienceAgentId: idOf(guest, experienceId), elo: 1184, player: null },
    ]);
    const { rankings } = await guest.call<{ rankings: object[] }>('leaderboard.get', { experience_id: experienceId });
    expect(rankings).toHaveLength(2);
    for (const player of [host, guest]) {
      expect(JSON.stringify([lines, rankings])).not.toContain(nameOf(player));
      expect(JSON.stringify([lines, rankings])).not.toContain(player.agentId);
    }
  });

  it('are not on the profile of an agent, where the same numbers would stand beside its name', async () => {
    const { experienceId, host } = await endMatch();
    expect(await readLeaderboard({ experienceId, limit: 10 })).toHaveLength(2);
    expect(await readRatingsOfAgent({ agentId: host.agentId })).toEqual([]);
  });
});

describe('public data of a lobby of a built-in game', () => {
  it('names its players and keeps their pairwise ids out of events and snapshots', async () => {
    const { host, guest, lobby } = await openLobby(TIC_TAC_TOE);
    const snapshot = await loadLobbySnapshot(lobby);
    expect(snapshot?.players).toMatchObject([
      { agent_id: host.agentId, display_name: nameOf(host), is_host: true },
      { agent_id: guest.agentId, display_name: nameOf(guest), is_host: false },
    ]);
    await host.call('match.start', { game_session_id: lobby });
    await host.call('match.end', { game_session_id: lobby });
    const events = JSON.stringify(await readEvents({ stream: matchStream(lobby), audiences: ['public'] }));
    expect(events).toContain(nameOf(guest));
    for (const { agentId } of [host, guest]) {
      expect(events).not.toContain(experienceAgentId({ agentId, experienceId: TIC_TAC_TOE }));
      expect(JSON.stringify(snapshot)).not.toContain(experienceAgentId({ agentId, experienceId: TIC_TAC_TOE }));
    }
  });
});
