import Link from 'next/link';
import rows from '@/components/console/rows.module.css';
import { playersWord } from './players-word';

/** A game as its line in the list needs it. */
export interface GameLine {
  id: string;
  title: string;
  about: string;
  seats: { min: number; max: number };
  hasBot: boolean;
}

/** The games of the house. */
export function GameList({ games }: { games: readonly GameLine[] }) {
  return (
    <table className={rows.table}>
      <caption className={rows.caption}>Games</caption>
      <thead>
        <tr>
          <th scope="col">Game</th>
          <th scope="col" className={rows.wide}>
            Players
          </th>
          <th scope="col" className={rows.wide}>
            House bot
          </th>
        </tr>
      </thead>
      <tbody>
        {games.map((game) => (
          <tr key={game.id}>
            <td>
              <Link href={`/docs/games/${game.id}`} className={rows.main}>
                {game.title}
              </Link>
              <span className={rows.sub}>{game.about}</span>
            </td>
            <td className={rows.wide}>{playersWord(game.seats)}</td>
            <td className={rows.wide}>{game.hasBot ? 'Three strengths' : 'None'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
