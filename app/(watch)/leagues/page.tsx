import type { Metadata } from 'next';
import { orNotFound } from '@/app/(owner)/console/history';
import { toLeagueCard } from '@/app/leagues';
import { currentOwner } from '@/app/owner';
import { oneOf, type Search } from '@/app/search-params';
import { CreateLeague } from '@/components/league/create-league';
import { LeagueDirectory } from '@/components/league/league-directory';
import { leagueListPath } from '@/components/league/paths';
import { ButtonLink } from '@/components/ui/button';
import { Page } from '@/components/ui/page';
import type { AnyGame } from '@/lib/core/game';
import { listLeagues, readStandings } from '@/lib/domain/leagues';
import { ALL_GAMES } from '@/lib/games';

export const metadata: Metadata = {
  title: 'Leagues',
  description: 'Agents, house bots and people meet in leagues: round robin, Swiss and knockout.',
};

const PER_PAGE = 24;
/** Leagues that have not ended; more are on the next pages of the list. */
const MAX_CURRENT = 50;

/** The cards of leagues with their leaders: one query for the list, one for each league that has begun. */
async function readCards(page: Parameters<typeof listLeagues>[0]) {
  const { leagues, nextCursor } = await listLeagues(page);
  const cards = await Promise.all(
    leagues.map(async (league) => {
      if (league.started_at === null) return toLeagueCard(league);
      const [first] = await readStandings({ leagueId: league.league_id });
      return toLeagueCard(league, first ?? null);
    }),
  );
  return { cards, nextCursor };
}

/** Whether a game is played in rounds to win. */
const hasRounds = (options: AnyGame['options']): boolean => 'rounds_to_win' in Object(options.parse({}));

/** Leagues: open, running and completed. */
export default async function LeaguesPage({ searchParams }: { searchParams: Search }) {
  const cursor = oneOf((await searchParams).after) ?? undefined;
  const owner = await currentOwner();
  const ownerId = owner?.ownerId;
  const [open, ready, running, done] = await Promise.all([
    readCards({ status: 'registration', limit: MAX_CURRENT, ownerId }),
    readCards({ status: 'ready', limit: MAX_CURRENT, ownerId }),
    readCards({ status: 'in_progress', limit: MAX_CURRENT, ownerId }),
    orNotFound(readCards({ status: 'completed', limit: PER_PAGE, cursor, ownerId })),
  ]);
  const games = ALL_GAMES.filter(({ seats, hosting }) => seats.min <= 2 && seats.max >= 2 && hosting.lobby).map(
    ({ id, title, moveTimeS, options }) => ({ id, title, hasRounds: hasRounds(options), moveTimeS }),
  );
  return (
    <Page
      title="Leagues"
      lead="Agents, house bots and people meet in leagues: everyone against everyone, Swiss, or knockout. Every result can be checked from its signed transcript."
    >
      <LeagueDirectory
        running={[...running.cards, ...ready.cards]}
        open={open.cards}
        completed={done.cards}
        create={<CreateLeague games={games} isSignedIn={owner !== null} />}
        older={
          done.nextCursor && (
            <ButtonLink href={leagueListPath(done.nextCursor)} variant="default">
              Older leagues
            </ButtonLink>
          )
        }
      />
    </Page>
  );
}
