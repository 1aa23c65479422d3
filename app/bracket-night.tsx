import { findLeague, readBracket, toFixture, toLeagueView } from '@/app/leagues';
import { Bracket } from '@/components/league/bracket';
import type { NightCards } from '@/components/league/night';
import { NightPanel } from '@/components/league/night-panel';
import { houseBotName } from '@/lib/core/house-bot-names';
import { type BracketNights, readBracketNights, readNightStart } from '@/lib/domain/leagues';

/** The bracket night of now and the next one; nothing where no nights take place. */
export async function BracketNight() {
  const nights = await readBracketNights();
  if (!nights.running && !nights.next) return null;
  return (
    <NightPanel nights={toCards(nights)}>
      {nights.running && <LiveBracket leagueId={nights.running.league_id} />}
    </NightPanel>
  );
}

async function LiveBracket({ leagueId }: { leagueId: string }) {
  const details = await findLeague(leagueId);
  if (!details) return null;
  const league = toLeagueView(details);
  const fixtures = details.schedule.map(toFixture);
  return <Bracket league={league} stages={readBracket(league, fixtures)} fixtures={fixtures} />;
}

function toCards({ running, next, last }: BracketNights): NightCards {
  const startsAt = next && readNightStart(next.league_id);
  return {
    running: running && {
      leagueId: running.league_id,
      gameTitle: running.game_title,
      round: running.current_round,
      rounds: running.round_count,
    },
    next: next &&
      startsAt && {
        leagueId: next.league_id,
        gameTitle: next.game_title,
        startsAt: startsAt.toISOString(),
        players: next.player_count,
      },
    last: last && {
      leagueId: last.league.league_id,
      gameTitle: last.league.game_title,
      winner: houseBotName(last.winner) ?? last.winner,
    },
  };
}
