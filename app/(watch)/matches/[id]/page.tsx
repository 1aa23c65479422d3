import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { readGameFacts } from '@/app/game-facts';
import { findArchivedMoves, findMatchOrLobby, readHistory } from '@/app/matches';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { currentPerson } from '@/app/owner';
import { isUuid } from '@/app/search-params';
import { describeStanding } from '@/components/boards/describe';
import { findBoard } from '@/components/boards/registry';
import { ArchivedMatch } from '@/components/match/archived-match';
import { withDrawnFields } from '@/components/match/drawn-fields';
import { LobbyPage } from '@/components/match/lobby-page';
import { MatchScreen } from '@/components/match/match-screen';
import { matchup, outcomeSentence } from '@/components/match/sentences';
import { createTimeline } from '@/components/match/timeline';
import type { MatchEvent, MatchSnapshot } from '@/components/match/types';
import type { KnownOpenings } from '@/components/match/use-opening';
import { findFixturePlace } from '@/lib/domain/leagues';
import type { LiveMatch } from '@/lib/domain/matches';
import { findPlayerOf } from '@/lib/domain/people';
import { readOwnSeat, readRole } from '@/lib/domain/play';

/** The last element of the page of a match. */
const MATCH_END_ID = 'match-end';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ ply?: string | string[] }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  if (!isUuid(id)) return NOT_FOUND_METADATA;
  const found = await findMatchOrLobby(id);
  if (!found) return NOT_FOUND_METADATA;
  const { match, lobby } = found;
  if (match) {
    const title = `${matchup(match.players)}, ${match.title}`;
    const description = describeMatch(match);
    return {
      title,
      description,
      openGraph: { type: 'website', siteName: 'Botplay', title, description },
      twitter: { card: 'summary_large_image', title, description },
    };
  }
  return { title: `${lobby.title}, lobby`, description: lobby.about };
}

/** The result, or how a running match stands. */
function describeMatch(match: LiveMatch): string {
  if (match.status !== 'active') return outcomeSentence(match);
  const standing = describeStanding(match.game_type, match.view);
  return standing ? `Live: ${standing}.` : match.about;
}

/** The person of this browser with the person's player; null for a visitor. */
async function readSelf() {
  const person = await currentPerson();
  return person && { person, player: await findPlayerOf(person) };
}

/** The path with the moment that the address asks for. */
function withPly(path: string, ply: string | string[] | undefined): string {
  return typeof ply === 'string' ? `${path}?ply=${encodeURIComponent(ply)}` : path;
}

/** A match or, before the start, its lobby; the game can have a page of its own. */
export default async function MatchPage({ params, searchParams }: Props) {
  const { id } = await params;
  if (!isUuid(id)) notFound();
  const { match, lobby } = (await findMatchOrLobby(id)) ?? notFound();
  const pagePath = match && findBoard(match.game_type)?.pagePath;
  if (pagePath) redirect(withPly(`${pagePath}/${match.match_id}`, (await searchParams).ply));
  const self = await readSelf();
  if (match) {
    const [{ events, isWatcher }, own, league] = await Promise.all([
      readHistory(match, self?.person ?? null),
      self?.player ? readOwnSeat({ matchId: id, agentId: self.player.agentId }) : null,
      match.kind === 'league' ? findFixturePlace(id) : null,
    ]);
    const archived = await findArchivedMoves(match, events);
    if (archived) return <ArchivedMatch match={match} league={league} {...archived} />;
    const snapshot = withDrawnFields(match);
    return (
      <>
        {/* Painted in parts, the board would move when the player below it arrives. */}
        <link rel="expect" href={`#${MATCH_END_ID}`} blocking="render" />
        <MatchScreen
          snapshot={snapshot}
          history={events}
          own={own}
          isWatcher={isWatcher}
          facts={readGameFacts(match.game_type)}
          league={league}
          openings={await nameOpenings(snapshot, events)}
        />
        <span id={MATCH_END_ID} hidden />
      </>
    );
  }
  const role = self?.player ? await readRole({ lobbyId: id, agentId: self.player.agentId }) : null;
  return <LobbyPage snapshot={lobby} viewer={{ isGuest: self?.person.kind !== 'owner', role }} />;
}

/** The openings of a match so far; null for a game without openings. For the server, which has all names. */
async function nameOpenings(snapshot: MatchSnapshot, events: readonly MatchEvent[]): Promise<KnownOpenings | null> {
  const { openings } = findBoard(snapshot.game_type) ?? {};
  if (!openings) return null;
  const find = await openings.load();
  const { frames } = createTimeline(snapshot, events);
  const names = frames.flatMap(({ ply, view }) => {
    const name = ply <= openings.lastPly ? find(view) : null;
    return name === null ? [] : [{ ply, name }];
  });
  return { names, lastPly: snapshot.ply };
}
