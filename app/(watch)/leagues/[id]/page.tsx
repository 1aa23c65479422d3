import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import {
  findLeague,
  listCorrections,
  mayManage,
  readBracket,
  readCrossTable,
  toFixture,
  toLeagueView,
} from '@/app/leagues';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { currentPerson } from '@/app/owner';
import { oneOf, type Search } from '@/app/search-params';
import { Bracket } from '@/components/league/bracket';
import { CorrectionList } from '@/components/league/correction-list';
import { CrossTable } from '@/components/league/cross-table';
import type { LeagueViewer } from '@/components/league/league-actions';
import { LeagueScreen, type OwnFixture } from '@/components/league/league-screen';
import classes from '@/components/league/league-screen.module.css';
import { OrganizerDesk } from '@/components/league/organizer-desk';
import { leaguePath } from '@/components/league/paths';
import { RoundsTable } from '@/components/league/rounds-table';
import { readReached } from '@/components/league/stages';
import type { LeagueFixture, LeagueView } from '@/components/league/types';
import { FORMAT_LABELS, liveText, roundLine } from '@/components/league/words';
import { BoardLinks } from '@/components/match/board-links';
import { EmbedButton } from '@/components/match/embed-button';
import { Section } from '@/components/ui/section';
import type { OwnerSession } from '@/lib/domain/accounts';
import { listAgents } from '@/lib/domain/console';
import { type LeagueDetails, readHealth } from '@/lib/domain/leagues';
import { findPlayerOf, type OwnPlayer, type Person } from '@/lib/domain/people';
import { readOwnSeat } from '@/lib/domain/play';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Search;
}

/** A cross table of everyone against everyone with more players is wider than any screen. */
const MAX_CROSS_TABLE = 30;
/** Boards of running matches that are drawn. */
const MAX_BOARDS = 3;
/** Corrections that the page shows; the file has all. */
const MAX_CORRECTIONS = 50;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const league = await findLeague((await params).id);
  if (!league) return NOT_FOUND_METADATA;
  const { game_title, format, current_round: round, round_count: rounds } = league;
  return {
    title: league.name,
    alternates: {
      types: {
        'application/feed+json': `/leagues/${league.league_id}/feed.json`,
        'application/atom+xml': `/leagues/${league.league_id}/feed.xml`,
      },
    },
    description: `A league of ${game_title}: ${FORMAT_LABELS[format]}, ${roundLine({ round, rounds })}.`,
  };
}

/** A league: standings, rounds, cross table or bracket. */
export default async function LeaguePage({ params, searchParams }: Props) {
  const [{ id }, search] = await Promise.all([params, searchParams]);
  const [details, person] = await Promise.all([findLeague(id), currentPerson()]);
  if (!details) notFound();
  const corrections = await listCorrections(id);
  const league = toLeagueView(details);
  const fixtures = details.schedule.map(toFixture);
  const rounds = Math.max(0, ...fixtures.map(({ round }) => round));
  const shownRound = chooseRound(oneOf(search.round), Math.max(1, league.round), rounds);
  const stages = league.format === 'knockout' && rounds > 0 ? readBracket(league, fixtures) : null;
  const self = person && (await readSelf(person, details, fixtures));
  return (
    <LeagueScreen
      league={league}
      cursor={details.cursor}
      viewer={self?.viewer ?? VISITOR}
      ownFixture={self?.ownFixture ?? null}
      shownRound={shownRound}
      fixtures={fixtures.filter(({ round }) => round === shownRound)}
      rounds={rounds}
      reached={stages && readReached(stages)}
      boards={<LiveBoards league={league} fixtures={fixtures} />}
      bracket={
        stages && (
          <Section title="Bracket">
            <Bracket league={league} stages={stages} fixtures={fixtures} />
          </Section>
        )
      }
    >
      {rounds > 0 && hasCrossTable(league) && (
        <Section title="Cross table">
          {league.format === 'swiss' ? (
            <RoundsTable league={league} fixtures={fixtures} />
          ) : (
            <CrossTable league={league} cells={readCrossTable(fixtures)} />
          )}
        </Section>
      )}
      {self?.health && league.status !== 'registration' && (
        <OrganizerDesk
          league={league}
          fixtures={fixtures.filter(({ round }) => round === shownRound)}
          health={self.health}
        />
      )}
      <CorrectionList
        leagueId={league.leagueId}
        corrections={corrections.slice(0, MAX_CORRECTIONS)}
        names={Object.fromEntries(league.players.map(({ playerId, name }) => [playerId, name]))}
      />
      <LeagueLinks league={league} />
    </LeagueScreen>
  );
}

/** The boards of the first matches that are played now; drawn again with each event of them. */
function LiveBoards({ league, fixtures }: { league: LeagueView; fixtures: readonly LeagueFixture[] }) {
  const nameOf = (playerId: string | null) => league.players.find((one) => one.playerId === playerId)?.name ?? '';
  const live = fixtures.filter(({ status, gameSessionId }) => status === 'active' && gameSessionId !== null);
  if (live.length === 0) return null;
  return (
    <Section title="On the boards now">
      <BoardLinks
        label="Matches that are played now"
        links={live.slice(0, MAX_BOARDS).map((fixture) => ({
          href: `/matches/${fixture.gameSessionId}`,
          // The move makes it a new address, so that the picture is fetched again.
          picture: `/matches/${fixture.gameSessionId}/board.svg?${new URLSearchParams({ at: liveText(fixture) })}`,
          title: `${nameOf(fixture.first)} – ${nameOf(fixture.second)}`,
          about: liveText(fixture),
        }))}
      />
    </Section>
  );
}

/** A knockout has its bracket. In a Swiss league the width is the number of rounds. */
function hasCrossTable({ format, players }: LeagueView): boolean {
  return format === 'swiss' || (format !== 'knockout' && players.length <= MAX_CROSS_TABLE);
}

const VISITOR: LeagueViewer = { isSignedIn: false, playerId: null, mayManage: false, agents: [] };

function chooseRound(asked: string | null, current: number, rounds: number): number {
  const round = Number(asked);
  return asked !== null && Number.isInteger(round) && round >= 1 && round <= rounds ? round : Math.min(current, rounds);
}

/** The viewer's player, agents and running fixture in a league. */
async function readSelf(person: Person, league: LeagueDetails, fixtures: readonly LeagueFixture[]) {
  const player = await findPlayerOf(person);
  const organizing = person.kind === 'owner' ? await readOrganizing(person.owner, player, league) : null;
  const member = player && league.players.find(({ agent_id }) => agent_id === player.agentId);
  const viewer: LeagueViewer = { ...VISITOR, ...organizing?.rights, playerId: member?.player_id ?? null };
  return {
    viewer,
    health: organizing?.health ?? null,
    ownFixture: member && player ? await readOwnFixture(member.player_id, player.agentId, league, fixtures) : null,
  };
}

/** What an owner may do in a league beside playing. */
async function readOrganizing(owner: OwnerSession, player: OwnPlayer | null, league: LeagueDetails) {
  const { agents } = await listAgents({ ownerId: owner.ownerId, limit: 100 });
  const isOrganizer = mayManage(owner, [player?.agentId, ...agents.map(({ agent_id }) => agent_id)], league);
  const organizer = { agentId: league.created_by?.agent_id ?? '', isAdmin: owner.isAdmin };
  const registered = new Set(league.players.map(({ agent_id }) => agent_id));
  return {
    rights: {
      isSignedIn: true,
      mayManage: isOrganizer,
      agents: agents
        .filter(({ agent_id }) => !registered.has(agent_id))
        .map(({ agent_id, display_name }) => ({ agentId: agent_id, name: display_name })),
    },
    health: isOrganizer ? await readHealth({ agent: organizer, leagueId: league.league_id }) : null,
  };
}

async function readOwnFixture(
  playerId: string,
  agentId: string,
  league: LeagueDetails,
  fixtures: readonly LeagueFixture[],
): Promise<OwnFixture | null> {
  const own = fixtures.find(
    ({ status, first, second }) => status === 'active' && (first === playerId || second === playerId),
  );
  if (!own?.gameSessionId) return null;
  const seat = await readOwnSeat({ matchId: own.gameSessionId, agentId });
  const opponentId = own.first === playerId ? own.second : own.first;
  const opponent = league.players.find(({ player_id }) => player_id === opponentId)?.display_name ?? '';
  return seat && { seat, matchId: own.matchId, opponent };
}

/** Ways to follow a league elsewhere: a table for other pages, and feeds of its results. */
function LeagueLinks({ league }: { league: LeagueView }) {
  const path = leaguePath(league.leagueId);
  return (
    <p className={classes.links}>
      <EmbedButton
        path={`/embed${path}`}
        title={league.name}
        what="league"
        about="The table updates while the league runs, and links back to this page."
      />
      <span>Results:</span>
      <a href={`${path}/feed.xml`}>Atom feed</a>
      <a href={`${path}/feed.json`}>JSON Feed</a>
    </p>
  );
}
