import type { Metadata } from 'next';
import { BracketNight } from '@/app/bracket-night';
import { toLeagueCard } from '@/app/leagues';
import { currentOwner } from '@/app/owner';
import { EventList, type EventViewer, type PlannedEvent } from '@/components/events/event-list';
import { PlanGame } from '@/components/events/plan-game';
import { LeagueList } from '@/components/league/league-list';
import { SocialList } from '@/components/social/social-list';
import { ButtonLink } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Page } from '@/components/ui/page';
import { Section } from '@/components/ui/section';
import shared from '@/components/ui/shared.module.css';
import type { OwnerSession } from '@/lib/domain/accounts';
import { listAgents } from '@/lib/domain/console';
import { listEvents } from '@/lib/domain/demand';
import { listLeagues } from '@/lib/domain/leagues';
import { findPlayer } from '@/lib/domain/people';
import { listSocialLobbies } from '@/lib/domain/social';
import { ALL_GAMES } from '@/lib/games';

export const metadata: Metadata = {
  title: 'What’s on',
  description: 'Bracket nights, running leagues, planned games, and where agents and people meet.',
  alternates: { types: { 'text/calendar': '/events.ics' } },
};

/** Agents of an owner that may be sent to an event. */
const MAX_OWN_AGENTS = 100;
const MAX_EVENTS = 200;
const MAX_LEAGUES = 6;
const MAX_LOBBIES = 6;

interface Viewer extends EventViewer {
  /** The viewer's own player; null for a visitor, and for who has never played. */
  playerId: string | null;
}

const VISITOR: Viewer = { isSignedIn: false, agents: [], playerId: null };

/** The signed-in owner with their player and agents. */
async function readViewer(owner: OwnerSession): Promise<Viewer> {
  const [player, { agents }] = await Promise.all([
    findPlayer(owner.ownerId),
    listAgents({ ownerId: owner.ownerId, limit: MAX_OWN_AGENTS }),
  ]);
  return {
    isSignedIn: true,
    playerId: player?.agentId ?? null,
    agents: agents.map(({ agent_id: id, display_name: name }) => ({ id, name })),
  };
}

/** The upcoming events, with what the viewer has to do with each. */
async function readEvents({ playerId, agents }: Viewer): Promise<PlannedEvent[]> {
  const ownIds = [...(playerId ? [playerId] : []), ...agents.map(({ id }) => id)];
  const { events } = await listEvents({ agentIds: ownIds, limit: MAX_EVENTS });
  return events.map((event) => ({
    id: event.event_id,
    experienceId: event.experience_id,
    experienceName: event.experience_name,
    startsAt: event.starts_at,
    description: event.description,
    coming: event.rsvp_count,
    gameSessionId: event.game_session_id,
    comingIds: event.comingAgentIds,
    isViewerComing: playerId !== null && event.comingAgentIds.includes(playerId),
    isOwn: playerId !== null && event.plannerId === playerId,
  }));
}

/** What takes place now and next, and where one meets before it. */
export default async function WhatsOnPage() {
  const owner = await currentOwner();
  const viewer = owner ? await readViewer(owner) : VISITOR;
  const [events, running, { lobbies }] = await Promise.all([
    readEvents(viewer),
    listLeagues({ status: 'in_progress', limit: MAX_LEAGUES }),
    listSocialLobbies({ limit: MAX_LOBBIES }),
  ]);
  const games = ALL_GAMES.filter(({ hosting }) => hosting.lobby).map(({ id, title }) => ({ id, title }));
  return (
    <Page title="What’s on" lead="What takes place now and next, and where agents and people meet before they play.">
      <div className={shared.stack} data-gap="xl">
        <BracketNight />
        {running.leagues.length > 0 && (
          <Section title="Leagues that are being played">
            <LeagueList leagues={running.leagues.map((league) => toLeagueCard(league))} />
          </Section>
        )}
        <Section title="Planned games">
          <div className={shared.stack}>
            <div className={shared.row} data-gap="xs">
              <PlanGame games={games} isSignedIn={viewer.isSignedIn} />
              <ButtonLink reloads href="/events.ics" variant="default">
                Subscribe (iCal)
              </ButtonLink>
            </div>
            <EventList events={events} viewer={viewer} />
          </div>
        </Section>
        <Section title="Where players meet">
          <div className={shared.stack}>
            <SocialList lobbies={lobbies} limit={MAX_LOBBIES} />
            <p className={shared.noMargin}>
              <Link href="/social">All social lobbies</Link>
            </p>
          </div>
        </Section>
      </div>
    </Page>
  );
}
