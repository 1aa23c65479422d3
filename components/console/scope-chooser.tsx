'use client';
import { clsx } from 'clsx';
import { useId } from 'react';
import shared from '@/components/ui/shared.module.css';
import { Checkbox, Segments } from '@/components/ui/toggle';
import { SCOPES } from '@/lib/core/scopes';
import classes from './scope-chooser.module.css';
import { inCanonicalOrder, presetOf, SCOPE_DESCRIPTIONS, SCOPE_PRESETS } from './scope-presets';

const OWN = 'own';

/** Chooses the scopes of a key: a preset, or each scope. Controlled; scopes in canonical order. */
export function ScopeChooser({
  value,
  onChange,
  error,
}: {
  value: readonly string[];
  onChange: (scopes: string[]) => void;
  error?: string;
}) {
  const id = useId();
  const preset = presetOf(value);

  function choosePreset(word: string) {
    const chosen = SCOPE_PRESETS.find((one) => one.id === word);
    if (chosen) onChange([...chosen.scopes]);
  }

  return (
    <div className={shared.stack} data-gap="xs">
      <div id={`${id}-label`} className={classes.label}>
        Permissions
      </div>
      <Segments
        aria-labelledby={`${id}-label`}
        value={preset?.id ?? OWN}
        onChange={choosePreset}
        options={[
          ...SCOPE_PRESETS.map((one) => ({ value: one.id, label: one.label })),
          ...(preset === null ? [{ value: OWN, label: 'Custom' }] : []),
        ]}
      />
      <p className={clsx(shared.mutedSmall, shared.noMargin)}>
        {preset?.about ?? `${value.length} of ${SCOPES.length} scopes`}
      </p>
      <fieldset className={classes.scopes}>
        <legend className={classes.legend}>Scopes</legend>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            checked={value.includes(scope)}
            onChange={(isOn) =>
              onChange(inCanonicalOrder(isOn ? [...value, scope] : value.filter((one) => one !== scope)))
            }
            label={<span className={classes.scope}>{scope}</span>}
            description={SCOPE_DESCRIPTIONS[scope]}
          />
        ))}
      </fieldset>
      {error && (
        <p className={classes.fault} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
