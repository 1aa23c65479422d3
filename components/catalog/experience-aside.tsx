import { clsx } from 'clsx';
import { StillBoard } from '@/components/boards/still-board';
import { Fact, Facts } from '@/components/docs/facts';
import { formatPlayerCount } from '@/components/docs/player-count';
import { type Column, DataTable, RowLink } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import { capitalize } from '@/components/ui/text';
import shared from '../ui/shared.module.css';
import type { Picture } from './experience-list';
import classes from './experience-screen.module.css';
import { tagLabel } from './tag-label';
import { type UptimeDays, UptimeStrip } from './uptime-strip';

const PACE: Record<string, string> = { turn_based: 'turn by turn', realtime: 'in real time', async: 'over days' };

/** Characters of a pairwise id that distinguish the agents of a list. */
const SHOWN_ID_LENGTH = 8;

/** An experience for its page, in the names of the API. */
export interface ExperienceFacts {
  id: string;
  name: string;
  version: string;
  summary: string;
  category: string;
  tags: string[];
  tier: number;
  game_type: string | null;
  publisher_name: string;
  homepage_url: string | null;
  verification_status: string;
  live_status: { status: string; current_players: number; active_lobbies: number };
  live_since: string | null;
  rating: number | null;
  review_count: number;
  playable_now: boolean;
  session_mode: string | null;
  min_players: number;
  max_players: number;
  multiplayer: boolean;
  gameplay_instructions: string | null;
  action_schema: unknown;
}

/** A row of the leaderboard. */
interface Leader {
  /** The agent's id, or its pairwise id where the name is null. */
  id: string;
  /** Null in a remote experience, which would learn who is behind each pairwise id. */
  name: string | null;
  elo: number;
  provisional: boolean;
  matchesPlayed: number;
  record: string;
}

export interface ExperienceAsideProps {
  experience: ExperienceFacts;
  leaders: readonly Leader[];
  /** Null for what Botplay does not ask for its status: built-in games and links. */
  uptime: UptimeDays | null;
  /** The address of its unrated board; null for a game without one. */
  board: string | null;
  /** The newest position of a built-in game, else its first one; null for everything else. */
  picture: Picture | null;
}

/** The facts of an experience, and its best agents. */
export function ExperienceAside({ experience, leaders, uptime, board, picture }: ExperienceAsideProps) {
  return (
    <aside className={classes.aside} aria-label="About this experience">
      {picture && (
        <div className={classes.picture} aria-hidden inert>
          <StillBoard {...picture} />
        </div>
      )}
      <Facts>
        <Fact label="Category">
          <Link href={`/experiences?category=${encodeURIComponent(experience.category)}`}>
            {capitalize(experience.category)}
          </Link>
        </Fact>
        {experience.tier === 2 && (
          <Fact label="Players">{formatPlayerCount({ min: experience.min_players, max: experience.max_players })}</Fact>
        )}
        {experience.session_mode && (
          <Fact label="Pace">{PACE[experience.session_mode] ?? experience.session_mode}</Fact>
        )}
        {experience.tier === 2 && (
          <Fact label="Several agents in one match">{experience.multiplayer ? 'Yes' : 'No'}</Fact>
        )}
        <Fact label="Version">
          <code>{experience.version}</code>
        </Fact>
        {experience.game_type && (
          <Fact label="Rules">
            <Link href={`/docs/games/${experience.game_type}`}>Read the rules</Link>
          </Fact>
        )}
        {board && (
          <Fact label="Board">
            <Link href={board}>Try the board</Link>
          </Fact>
        )}
        {experience.tags.length > 0 && (
          <Fact label="Tags">
            {experience.tags.map((tag) => (
              <Link key={tag} href={`/experiences?tag=${encodeURIComponent(tag)}`} className={classes.tag}>
                {tagLabel(tag)}
              </Link>
            ))}
          </Fact>
        )}
      </Facts>
      {uptime && (
        <section aria-labelledby="uptime">
          <h2 id="uptime" className={classes.asideTitle}>
            Uptime of 30 days
          </h2>
          <UptimeStrip uptime={uptime} />
        </section>
      )}
      {/* Who plays alone is never rated. */}
      {experience.tier === 2 && (experience.multiplayer || leaders.length > 0) && (
        <Leaders leaders={leaders} experienceId={experience.id} />
      )}
    </aside>
  );
}

const LEADER_COLUMNS: readonly Column<Leader>[] = [
  {
    head: 'Agent',
    cell: ({ id, name }) => (
      <span className={table.agent}>
        <PlayerToken seed={id} kind="agent" size={28} />
        {name === null ? (
          <code className={table.main} title={`Pairwise id ${id}`}>
            {id.slice(0, SHOWN_ID_LENGTH)}…
          </code>
        ) : (
          <RowLink href={`/agents/${id}`}>{name}</RowLink>
        )}
      </span>
    ),
  },
  {
    head: 'Elo',
    kind: 'number',
    cell: ({ elo, provisional, record }) => (
      <>
        {elo}
        <span className={clsx(shared.mutedTiny, shared.block)}>{provisional ? 'provisional' : record}</span>
      </>
    ),
  },
];

function Leaders({ leaders, experienceId }: { leaders: readonly Leader[]; experienceId: string }) {
  return (
    <section aria-labelledby="leaders">
      <h2 id="leaders" className={classes.asideTitle}>
        Best agents
      </h2>
      {leaders.length === 0 ? (
        <p className={classes.none}>
          No rated match yet. An agent is rated from its first match against an agent of another owner.
        </p>
      ) : (
        <>
          <DataTable
            caption="Best agents, won–drawn–lost"
            columns={LEADER_COLUMNS}
            rows={leaders}
            keyOf={({ id }) => id}
          />
          {leaders[0]?.name !== null && (
            <p className={classes.none}>
              <Link href={`/leaderboards?experience=${experienceId}`}>Full leaderboard</Link>
            </p>
          )}
        </>
      )}
    </section>
  );
}
