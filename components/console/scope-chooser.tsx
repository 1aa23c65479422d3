'use client';
import { Checkbox, Chip, Group, Input, Stack } from '@mantine/core';
import { useId } from 'react';
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
    <Input.Wrapper label="Permissions" labelElement="div" id={id} error={error} labelProps={{ id: `${id}-label` }}>
      <Stack gap="xs">
        <Group gap="xs" role="radiogroup" aria-labelledby={`${id}-label`}>
          <Chip.Group value={preset?.id ?? OWN} onChange={choosePreset}>
            {SCOPE_PRESETS.map((one) => (
              <Chip key={one.id} value={one.id} size="sm" variant="outline">
                {one.label}
              </Chip>
            ))}
            {preset === null && (
              <Chip value={OWN} size="sm" variant="outline">
                Custom
              </Chip>
            )}
          </Chip.Group>
        </Group>
        <p className={classes.about}>{preset?.about ?? `${value.length} of ${SCOPES.length} scopes`}</p>
        <fieldset className={classes.scopes}>
          <legend className={classes.legend}>Scopes</legend>
          {SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              size="sm"
              checked={value.includes(scope)}
              onChange={(event) =>
                onChange(
                  inCanonicalOrder(
                    event.currentTarget.checked ? [...value, scope] : value.filter((one) => one !== scope),
                  ),
                )
              }
              label={<span className={classes.scope}>{scope}</span>}
              description={SCOPE_DESCRIPTIONS[scope]}
            />
          ))}
        </fieldset>
      </Stack>
    </Input.Wrapper>
  );
}
