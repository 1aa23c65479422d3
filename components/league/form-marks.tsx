import type { FixtureOutcome } from '@/lib/domain/leagues';
import shared from '../ui/shared.module.css';
import classes from './form-marks.module.css';

const WORDS: Record<FixtureOutcome, string> = { W: 'won', D: 'drawn', L: 'lost' };

/** The last results as letters in boxes, the latest on the right. */
export function FormMarks({ form }: { form: readonly FixtureOutcome[] }) {
  if (form.length === 0) return <span className={shared.mutedColor}>–</span>;
  return (
    <span className={classes.form}>
      <span className="visually-hidden">Last results: {form.map((outcome) => WORDS[outcome]).join(', ')}</span>
      {form.map((outcome, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: results of one row differ by their place only.
        <span key={index} className={classes.mark} data-outcome={outcome} aria-hidden>
          {outcome}
        </span>
      ))}
    </span>
  );
}
