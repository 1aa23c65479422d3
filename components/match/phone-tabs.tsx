import classes from './phone-tabs.module.css';

export type PanelName = 'record' | 'facts' | 'fairness';

const PANELS: readonly { name: PanelName; label: string }[] = [
  { name: 'record', label: 'Moves' },
  { name: 'facts', label: 'Match' },
  { name: 'fairness', label: 'Fair chance' },
];

/** Which panel a phone shows under the board; on a desk all are there. */
export function PhoneTabs({ panel, onChange }: { panel: PanelName; onChange: (panel: PanelName) => void }) {
  return (
    <fieldset className={classes.tabs}>
      <legend className={classes.legend}>Panel</legend>
      {PANELS.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          className={classes.tab}
          aria-pressed={panel === name}
          onClick={() => onChange(name)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
