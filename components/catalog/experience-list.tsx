import { StillBoard } from '@/components/boards/still-board';
import { formatPlayers } from '@/components/docs/player-count';
import { Link } from '@/components/ui/link';
import { LiveBadge, VerificationBadge } from './badges';
import classes from './experience-list.module.css';
import { ExperiencePicture } from './experience-picture';

/** An experience in the catalog, in the names of the API. */
export interface CatalogLine {
  id: string;
  name: string;
  summary: string;
  category: string;
  tags: string[];
  tier: number;
  publisher_name: string;
  verification_status: string;
  live_status: { status: string; current_players: number };
  min_players: number;
  max_players: number;
}

/** A position for the small board. */
export interface Picture {
  gameId: string;
  view: Record<string, unknown>;
  text: string;
}

/** The catalog as cards. `pictures`, by experience, show the boards of built-in games. */
export function ExperienceList({
  lines,
  pictures,
}: {
  lines: readonly CatalogLine[];
  pictures: Readonly<Record<string, Picture>>;
}) {
  return (
    <ul className={classes.list}>
      {lines.map((line) => (
        <li key={line.id} className={classes.card}>
          <CardPicture id={line.id} picture={pictures[line.id]} />
          <h2 className={classes.name}>
            <Link href={`/experiences/${line.id}`} className={classes.link}>
              <bdi>{line.name}</bdi>
            </Link>
          </h2>
          <p className={classes.publisher}>
            by <bdi>{line.publisher_name}</bdi>
          </p>
          <p className={classes.summary} dir="auto">
            {line.summary}
          </p>
          <div className={classes.states}>
            <VerificationBadge status={line.verification_status} tier={line.tier} />
            <LiveBadge status={line.live_status.status} players={line.live_status.current_players} />
          </div>
          <p className={classes.facts}>
            <Link href={`/experiences?category=${encodeURIComponent(line.category)}`}>{line.category}</Link>
            {line.tier === 2 && <span>{formatPlayers({ min: line.min_players, max: line.max_players })}</span>}
            {line.tags.slice(0, 4).map((tag) => (
              <Link key={tag} href={`/experiences?tag=${encodeURIComponent(tag)}`}>
                #{tag}
              </Link>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Decorative: the text beside it says the same. */
function CardPicture({ id, picture }: { id: string; picture: Picture | undefined }) {
  return (
    <div className={classes.picture} aria-hidden inert>
      {picture ? <StillBoard {...picture} /> : <ExperiencePicture id={id} />}
    </div>
  );
}
