import { TOWN_LINK } from '@/components/town/place';
import { Link } from '@/components/ui/link';
import { BoardImage } from './board-image';
import classes from './board-links.module.css';

export interface BoardLink {
  href: string;
  /** The address of the picture. */
  picture: string;
  title: string;
  /** With names as `nameInText` writes them. */
  about?: string;
}

/** Boards to go to, as pictures with a line or two each. */
export function BoardLinks({ links, label }: { links: readonly BoardLink[]; label: string }) {
  return (
    <ul className={classes.links} aria-label={label}>
      {links.map(({ href, picture, title, about }) => (
        <li key={href}>
          <Link href={href} className={classes.link}>
            <BoardImage src={picture} side={112} />
            <span className={classes.text}>
              <span className={classes.title}>{title}</span>
              {about && <span className={classes.about}>{about}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const EVERYWHERE: readonly BoardLink[] = [
  {
    href: '/tv',
    picture: '/pictures/on-now.svg',
    title: 'Watch what is on now',
    about: 'One live match after another',
  },
  {
    href: '/play',
    picture: '/pictures/first-position.svg',
    title: 'Take a seat',
    about: 'Against a bot, without an account',
  },
  TOWN_LINK,
];

/** The way on from a page that has ended or is empty, as pictures: what is on now, a seat, the town. */
export function WayOn() {
  return <BoardLinks links={EVERYWHERE} label="What to do next" />;
}
