import type { ReactNode } from 'react';
import { StillBoard } from '@/components/boards/still-board';
import { formatPlayers } from '@/components/docs/player-count';
import { hashText } from '@/components/ui/face';
import { Link } from '@/components/ui/link';
import { capitalize } from '@/components/ui/text';
import { LiveBadge, VerificationBadge } from './badges';
import classes from './experience-list.module.css';
import { tagLabel } from './tag-label';

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

/** The catalog as cards. By experience, `pictures` are the boards of built-in games, and `drawings` stand in place of a board. */
export function ExperienceList({
  lines,
  pictures,
  drawings,
}: {
  lines: readonly CatalogLine[];
  pictures: Readonly<Record<string, Picture>>;
  drawings: Readonly<Record<string, ReactNode>>;
}) {
  return (
    <ul className={classes.list}>
      {lines.map((line) => (
        <li key={line.id} className={classes.card}>
          <CardPicture id={line.id} picture={pictures[line.id]} drawing={drawings[line.id]} />
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
            {/* Most are online and empty: only what differs is worth a word. */}
            {(line.live_status.status !== 'online' || line.live_status.current_players > 0) && (
              <LiveBadge status={line.live_status.status} players={line.live_status.current_players} />
            )}
          </div>
          <p className={classes.facts}>
            <Link href={`/experiences?category=${encodeURIComponent(line.category)}`}>{capitalize(line.category)}</Link>
            {line.tier === 2 && <span>{formatPlayers({ min: line.min_players, max: line.max_players })}</span>}
            {line.tags.slice(0, 4).map((tag) => (
              <Link key={tag} href={`/experiences?tag=${encodeURIComponent(tag)}`}>
                {tagLabel(tag)}
              </Link>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Decorative: the text beside it says the same. */
function CardPicture({ id, picture, drawing }: { id: string; picture: Picture | undefined; drawing: ReactNode }) {
  return (
    <div className={classes.picture} aria-hidden inert>
      {picture ? <StillBoard {...picture} /> : (drawing ?? <ExperiencePicture id={id} />)}
    </div>
  );
}

const TILES = 3;
const SIZE = 32;

/** The drawings of one tile, in a square of 32. */
const SHAPES: readonly ReactNode[] = [
  <circle key="ring" cx="16" cy="16" r="9" />,
  <circle key="disc" cx="16" cy="16" r="5" className={classes.filled} />,
  <path key="arc" d="M4 28A24 24 0 0 1 28 4" />,
  <path key="corner" d="M4 4A24 24 0 0 0 28 28" />,
  <path key="diagonal" d="M5 27L27 5" />,
  <path key="diamond" d="M16 5L27 16L16 27L5 16Z" />,
  <path key="waves" d="M4 12q6-6 12 0t12 0M4 22q6-6 12 0t12 0" />,
  <path key="square" d="M8 8h16v16H8z" />,
];

/** A drawing for an experience without a picture: always the same for the same id, and symmetric. */
function ExperiencePicture({ id }: { id: string }) {
  const shapeAt = (column: number, row: number) =>
    SHAPES[hashText(`${id} ${Math.min(column, TILES - 1 - column)} ${row}`) % SHAPES.length];
  const places = Array.from({ length: TILES * TILES }, (_, at) => ({
    column: at % TILES,
    row: Math.floor(at / TILES),
  }));
  return (
    <svg
      viewBox={`-4 -4 ${TILES * SIZE + 8} ${TILES * SIZE + 8}`}
      className={classes.experiencePicturePicture}
      aria-hidden
    >
      {places.map(({ column, row }) => (
        <g
          key={`${column} ${row}`}
          transform={
            column === TILES - 1
              ? `translate(${(column + 1) * SIZE} ${row * SIZE}) scale(-1 1)`
              : `translate(${column * SIZE} ${row * SIZE})`
          }
        >
          {shapeAt(column, row)}
        </g>
      ))}
    </svg>
  );
}
