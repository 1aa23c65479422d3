import classes from './phone-tabs.module.css';

export type PanelName = 'record' | 'analysis' | 'facts' | 'fairness';

const PANELS: readonly { name: PanelName; label: string }[] = [
  { name: 'record', label: 'Moves' },
  { name: 'analysis', label: 'Analysis' },
  { name: 'facts', label: 'Match' },
  { name: 'fairness', label: 'Verify' },
];

export interface PhoneTabsProps {
  panel: PanelName;
  onChange: (panel: PanelName) => void;
  hasAnalysis: boolean;
}

/** The panel that a phone shows under the board; wide pages show all. */
export function PhoneTabs({ panel, onChange, hasAnalysis }: PhoneTabsProps) {
  const panels = PANELS.filter(({ name }) => hasAnalysis || name !== 'analysis');
  return (
    <fieldset className={classes.tabs}>
      <legend className="visually-hidden">Panel</legend>
      {panels.map(({ name, label }) => (
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
