import { Button } from '@/components/ui/button';
import type { PracticeOpinion } from '@/lib/games/practice';
import classes from './board-screen.module.css';

interface Props {
  opinion: PracticeOpinion | null;
  isThinking: boolean;
  onAsk: () => void;
  /** Plays one of the engine's moves; null while it is not the viewer's turn. */
  onTry: ((move: unknown) => void) | null;
}

/** The engine's opinion of the position, on request. */
export function Opinion({ opinion, isThinking, onAsk, onTry }: Props) {
  return (
    <div className={classes.opinion}>
      <Button size="compact-sm" variant="default" loading={isThinking} onClick={onAsk}>
        Ask the engine
      </Button>
      <output className={classes.answer} aria-live="polite">
        {opinion && (
          <>
            <p className={classes.opinionText}>
              {opinion.words}
              {opinion.exact ? ', proved to the end' : ', by estimate'}
            </p>
            {opinion.best.length > 0 && (
              <p className={classes.best}>
                Best:{' '}
                {opinion.best.map(({ move, notation }) => (
                  <button
                    key={notation}
                    type="button"
                    className={classes.move}
                    disabled={!onTry}
                    onClick={() => onTry?.(move)}
                  >
                    {notation}
                  </button>
                ))}
              </p>
            )}
          </>
        )}
      </output>
    </div>
  );
}
