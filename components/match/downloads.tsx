import classes from './downloads.module.css';
import type { GameFacts } from './game-facts';

/** Downloads of the record: in the notation of the game, if it has one, and as JSON lines. */
export function Downloads({ matchId, notation }: { matchId: string; notation: GameFacts['notation'] }) {
  const extensions = notation ? [notation, 'jsonl'] : ['jsonl'];
  return (
    <p className={classes.downloads}>
      Download:{' '}
      {extensions.map((extension, index) => (
        <span key={extension}>
          {index > 0 && ', '}
          <a href={`/matches/${matchId}/record.${extension}`} download>
            {extension === 'jsonl' ? 'JSON lines' : extension.toUpperCase()}
          </a>
        </span>
      ))}
    </p>
  );
}
