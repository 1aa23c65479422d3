import classes from './results.module.css';

type Result = 'win' | 'loss' | 'draw';

const WORDS: Record<Result, { letter: string; word: string }> = {
  win: { letter: 'W', word: 'won' },
  draw: { letter: 'D', word: 'drawn' },
  loss: { letter: 'L', word: 'lost' },
};

/** Results as a row of marks, the newest last; each has a letter beside its colour. */
export function Results({ results }: { results: readonly Result[] }) {
  if (results.length === 0) return null;
  const marks = results.map((result, index) => ({ result, key: `${index} of ${results.length}` }));
  return (
    <span className={classes.results} role="img" aria-label={results.map((result) => WORDS[result].word).join(', ')}>
      {marks.map(({ result, key }) => (
        <span key={key} className={classes.result} data-result={result}>
          {WORDS[result].letter}
        </span>
      ))}
    </span>
  );
}
