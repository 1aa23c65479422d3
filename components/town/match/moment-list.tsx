import classes from './moment-list.module.css';
import { MOMENT_WORDS, type Moment } from './moments';

/** The key moments so far, each a step to go to. */
export function MomentList({
  moments,
  step,
  onGo,
}: {
  moments: readonly Moment[];
  step: number;
  onGo: (step: number) => void;
}) {
  // Accusations are listed apart, by who is accused.
  const shown = moments.filter(({ step: at, kind }) => at <= step && kind !== 'ACCUSATION').reverse();
  if (shown.length === 0)
    return <p className={classes.none}>Deaths, claims and contradictions are listed here as they happen.</p>;
  return (
    <ol className={classes.list}>
      {shown.map((moment) => (
        <li key={moment.key}>
          <button type="button" className={classes.moment} data-kind={moment.kind} onClick={() => onGo(moment.step)}>
            <span className={classes.kind}>{MOMENT_WORDS[moment.kind]}</span>
            <span dir="auto">{moment.text}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
