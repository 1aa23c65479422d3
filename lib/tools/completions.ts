import type { AgentCaller } from '@/lib/core/caller';
import { DEFAULT_LEAGUE_ID, getLeague, listLeagues, readOwnRegistrations } from '@/lib/domain/leagues';
import { findCorrespondenceGames, findCurrentPlay } from '@/lib/domain/seating';
import { LEAGUE_TEMPLATES } from './league-resources';
import { STREAM_TEMPLATE } from './resources';

const MAX_LEAGUES = 100;
const MAX_FIXTURES = 400;

/** What a client asks to complete: a variable of a template, with the variables that have a value already. */
export interface TemplateVariable {
  uriTemplate: string;
  name: string;
  others: Readonly<Record<string, string>>;
}

/** The values that a variable of a resource template can have for an agent, none for an unknown one; null for an unknown template. */
export async function templateValues(agent: AgentCaller, variable: TemplateVariable): Promise<string[] | null> {
  const { uriTemplate, name, others } = variable;
  if (uriTemplate === STREAM_TEMPLATE.uriTemplate) return name === 'stream' ? ownStreams(agent) : [];
  if (!LEAGUE_TEMPLATES.some((template) => template.uriTemplate === uriTemplate)) return null;
  if (!uriTemplate.includes(name)) return [];
  if (name === 'league_id') return leagueIds();
  return name === 'match_id' ? matchIds(others.league_id ?? DEFAULT_LEAGUE_ID) : [];
}

/** The streams of what an agent plays, and its notices. Three queries. */
async function ownStreams({ agentId }: AgentCaller): Promise<string[]> {
  const [play, games, leagues] = await Promise.all([
    findCurrentPlay(agentId),
    findCorrespondenceGames(agentId),
    readOwnRegistrations(agentId),
  ]);
  return [
    'me',
    ...(play?.sessionId ? [`session:${play.sessionId}`] : []),
    ...(play?.lobbyId ? [`match:${play.lobbyId}`] : []),
    ...games.map(({ lobbyId }) => `match:${lobbyId}`),
    ...leagues.map(({ league_id }) => `league:${league_id}`),
  ];
}

async function leagueIds(): Promise<string[]> {
  const { leagues } = await listLeagues({ limit: MAX_LEAGUES });
  return leagues.map(({ league_id }) => league_id);
}

/** The matches of a league; none when it does not exist. */
async function matchIds(leagueId: string): Promise<string[]> {
  const league = await getLeague({ leagueId, limit: MAX_FIXTURES }).catch(() => null);
  return (league?.schedule ?? []).map(({ match_id }) => match_id);
}
