import type { PlayableExperience } from '@/lib/domain/catalog';
import {
  abortMatch,
  type MatchRow,
  matchResponse,
  publishStart,
  type SeatInput,
  startMatch as startMatchOf,
} from '@/lib/domain/matches';
import { isGuest, isRated } from '@/lib/domain/ratings';
import {
  announceLobbies,
  cacheSession,
  evictSession,
  type Lobby,
  lobbyError,
  lockWaitingLobby,
  type Member,
  PlayerInSoloGame,
  requireEnoughPlayers,
  type SeatedPlayers,
  seatPlayers,
} from '@/lib/domain/seating';
import { publish } from '@/lib/events';
import type { StartedMatch } from '../play-host';
import { type Client, transaction } from '../play-host.repo';
import { readBuiltinConfig } from './lobby-config';

/** A player who opens a solo game while the lobby starts makes the start begin again. */
const MAX_ATTEMPTS = 5;

interface Started {
  match: MatchRow;
  seated: SeatedPlayers;
}

/** Seats the players and starts the match in one transaction. Empty seats go to house bots where the config says so. */
export async function startMatch(request: { lobby: Lobby; experience: PlayableExperience }): Promise<StartedMatch> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    try {
      const started = await transaction((client) => storeStart(client, request.lobby.id, request.experience));
      publishStart(started.match);
      publish(started.seated.events);
      for (const session of started.seated.sessions) cacheSession(session);
      announceLobbies(request.experience.id);
      return await hostAnswer(started);
    } catch (thrown) {
      if (!(thrown instanceof PlayerInSoloGame)) throw thrown;
      await abortMatch({ matchId: thrown.matchId, reason: 'lobby_match_started' });
      evictSession(thrown.matchId);
    }
  }
  throw lobbyError('players_busy', 'A player keeps opening solo games. Try again.');
}

async function hostAnswer({ match, seated: { lobby, sessions } }: Started): Promise<StartedMatch> {
  const host = sessions.find((session) => session.agentId === lobby.hostAgentId);
  const response = await matchResponse({ matchId: match.id, viewer: host?.seat ?? 'spectator' });
  return { lobbyId: lobby.id, status: 'active', sessionId: host?.id ?? null, response };
}

async function storeStart(client: Client, lobbyId: string, experience: PlayableExperience): Promise<Started> {
  const { lobby, players } = await lockWaitingLobby(client, lobbyId);
  const config = readBuiltinConfig(experience, lobby.config);
  if (config.fillAfterS === null) requireEnoughPlayers(lobby, players);
  const bots = config.fillAfterS === null ? 0 : lobby.maxPlayers - players.length;
  const members = assignSeats(lobby, players, bots, config.hostSeat);
  const seated = await seatPlayers(client, lobby, players, (player) => members.indexOf(player));
  const sessions = new Map(seated.sessions.map((session) => [session.agentId, session.id]));
  const seats = members.map((member): SeatInput => {
    if (!member) return { kind: 'bot', strength: config.botStrength };
    const { kind, agentId, experienceAgentId, displayName } = member;
    const sessionId = sessions.get(agentId) ?? null;
    return { kind, agentId, experienceAgentId, displayName, sessionId, isGuest: isGuest(member) };
  });
  const match = await startMatchOf(
    {
      id: lobby.id,
      experienceId: experience.id,
      gameId: experience.gameId ?? '',
      kind: 'lobby',
      options: config.options,
      seats,
      moveTimeS: config.moveTimeS,
      timeControl: config.timeControl,
      omniscientDelayS: config.omniscientDelayS,
      rated: isRated(players),
    },
    client,
  );
  return { match, seated };
}

/** The member of each seat, null for a house bot: the host on its seat, the others and then the bots in order. */
function assignSeats(lobby: Lobby, players: readonly Member[], bots: number, hostSeat: number): (Member | null)[] {
  const host = players.filter((player) => player.agentId === lobby.hostAgentId);
  const others = [...players.filter((player) => player.agentId !== lobby.hostAgentId), ...Array(bots).fill(null)];
  return [...others.slice(0, hostSeat), ...host, ...others.slice(hostSeat)];
}
