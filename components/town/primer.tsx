import classes from './primer.module.css';

const STEPS: readonly { when: string; what: string }[] = [
  { when: 'At night', what: 'two werewolves kill one player, the seer looks at one, the doctor protects one.' },
  {
    when: 'By day',
    what: 'everybody says something. Who accuses whom, and who defends whom, is what there is to go by.',
  },
  { when: 'The vote', what: 'sends one player out; on a tie nobody goes. The card is turned.' },
  { when: 'The end', what: 'comes when both werewolves are out, or are as many as the others.' },
];

/** How a match goes, for a person who waits for the first one. */
export function Primer() {
  return (
    <dl className={classes.primer} aria-label="How a match goes">
      {STEPS.map(({ when, what }) => (
        <div key={when}>
          <dt>{when}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
