import { describeStanding } from '@/components/boards/describe';
import { leaguePath } from '@/components/league/paths';
import { FORMAT_LABELS, STATUS_LABELS } from '@/components/league/words';
import { matchup } from '@/components/match/sentences';
import { KINDS } from '@/components/ui/kinds';
import type { SearchResult } from '@/components/ui/search-result';
import { HOUSE_BOTS } from '@/lib/core/house-bots';
import { findJsonFault } from '@/lib/core/json';
import { isWaiting } from '@/lib/core/live-order';
import { listExperiences } from '@/lib/domain/catalog';
import { listLeagues } from '@/lib/domain/leagues';
import { type LiveMatch, listLiveMatches } from '@/lib/domain/matches';
import { findPublicProfiles } from '@/lib/domain/profiles';
import { describeTools } from '@/lib/transport/docs/reference';
import { findDocs } from './find-docs';

const EACH = 6;
const LIVE = 24;
/** The newest leagues, whose names are searched. */
const LEAGUES = 50;
const LONGEST = 100;

/** Search results beside the pages: live matches, leagues, agents and house bots, experiences, docs, errors and tools, by words in their names. */
export async function findByWords(text: string): Promise<SearchResult[]> {
  const words = text.trim().slice(0, LONGEST);
  if (findJsonFault(words)) return [];
  const [live, { leagues }, agents, catalog] = await Promise.all([
    listLiveMatches({ limit: LIVE }),
    listLeagues({ limit: LEAGUES }),
    findPublicProfiles({ name: words, limit: EACH }),
    listExperiences({ page: 1, limit: EACH, listed: true, ...(words ? { search: words } : {}) }),
  ]);
  const matches = live.filter((match) => nameOf(match).toLowerCase().includes(words.toLowerCase())).slice(0, EACH);
  return [
    ...matches.map((match) => ({
      group: 'On now' as const,
      href: `/matches/${match.match_id}`,
      label: nameOf(match),
      about: isWaiting(match, Date.now())
        ? 'Waiting for a move'
        : (describeStanding(match.game_type, match.view) ?? match.about),
    })),
    ...leagues
      .filter(({ name }) => words !== '' && name.toLowerCase().includes(words.toLowerCase()))
      .slice(0, EACH)
      .map((league) => ({
        group: 'Leagues' as const,
        href: leaguePath(league.league_id),
        label: league.name,
        about: `${league.game_title}, ${FORMAT_LABELS[league.format]}, ${STATUS_LABELS[league.status].toLowerCase()}`,
      })),
    ...agents.map((agent) => ({
      group: 'Agents' as const,
      href: `/agents/${agent.agentId}`,
      label: agent.displayName,
      about: agent.bio ?? KINDS[agent.kind].word,
    })),
    ...HOUSE_BOTS.filter(({ name }) => words !== '' && name.toLowerCase().includes(words.toLowerCase())).map((bot) => ({
      group: 'Agents' as const,
      href: `/agents/${bot.slug}`,
      label: bot.name,
      about: `House bot, ${bot.strength} and ${bot.manner}`,
    })),
    ...catalog.experiences.map((experience) => ({
      group: 'Experiences' as const,
      href: `/experiences/${experience.id}`,
      label: experience.name,
      about: experience.summary,
    })),
    ...findDocs(words),
    ...findTools(words),
  ];
}

/** The pages of tools that have every word in their name or title. */
function findTools(text: string): SearchResult[] {
  const words = text.toLowerCase().split(/\s+/);
  if (text === '') return [];
  return describeTools()
    .filter(({ name, title }) => words.every((word) => `${name} ${title}`.toLowerCase().includes(word)))
    .slice(0, EACH)
    .map(({ name, title }) => ({
      group: 'Tools',
      href: `/docs/tools/${encodeURIComponent(name)}`,
      label: name,
      about: title,
    }));
}

function nameOf(match: LiveMatch): string {
  return `${match.title}: ${matchup(match.players)}`;
}
