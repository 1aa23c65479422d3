'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { SecretField, SelectField, TextField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import { useChange } from './api';
import { methodLabel } from './credential-table';
import { FailureNotice } from './failure-notice';
import classes from './form.module.css';
import { ignoredSchema } from './responses';

interface Choice {
  id: string;
  name: string;
}

/** The fields of the secret data by method; `custom` is JSON. */
const FIELDS: Record<string, readonly { name: string; label: string; isSecret: boolean }[]> = {
  api_key: [{ name: 'api_key', label: 'API key', isSecret: true }],
  bearer_token: [{ name: 'token', label: 'Token', isSecret: true }],
  username_password: [
    { name: 'username', label: 'User name', isSecret: false },
    { name: 'password', label: 'Password', isSecret: true },
  ],
  custom: [{ name: 'json', label: 'Secret data as a JSON object', isSecret: true }],
};

/** The secret data that the fields say; null when the JSON is no object. */
function toSecret(method: string, values: Record<string, string>): Record<string, unknown> | null {
  if (method !== 'custom') {
    return Object.fromEntries((FIELDS[method] ?? []).map(({ name }) => [name, values[name] ?? '']));
  }
  try {
    const value: unknown = JSON.parse(values.json ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Stores a credential of an agent, or replaces one. Secrets leave the form with the request and are not kept. */
export function CredentialForm({
  agents,
  experiences,
  methods,
}: {
  agents: readonly Choice[];
  experiences: readonly Choice[];
  methods: readonly string[];
}) {
  const [agentId, setAgentId] = useState(agents[0]?.id ?? '');
  const [experienceId, setExperienceId] = useState(experiences[0]?.id ?? '');
  const [label, setLabel] = useState('main');
  const [method, setMethod] = useState(methods[0] ?? 'api_key');
  const [values, setValues] = useState<Record<string, string>>({});
  const store = useChange((credentials: Record<string, unknown>) => ({
    method: 'POST' as const,
    path: `/api/console/agents/${agentId}/credentials`,
    body: { experience_id: experienceId, label, auth_method: method, credentials },
    answer: ignoredSchema,
  }));
  const secret = toSecret(method, values);

  return (
    <form
      className={classes.form}
      method="post"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        if (secret && experienceId) store.mutate(secret, { onSuccess: () => setValues({}) });
      }}
    >
      <div className={shared.stack}>
        <FailureNotice failure={store.error} kept="No credential was stored." />
        <SelectField
          label="Agent"
          value={agentId}
          onChange={(event) => setAgentId(event.currentTarget.value)}
          options={agents.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectField
          label="Experience"
          value={experienceId}
          onChange={(event) => setExperienceId(event.currentTarget.value)}
          options={experiences.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TextField
          label="Label"
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          maxLength={100}
          required
        />
        <SelectField
          label="Kind"
          value={method}
          onChange={(event) => {
            setMethod(event.currentTarget.value);
            setValues({});
          }}
          options={methods.map((word) => ({ value: word, label: methodLabel(word) }))}
        />
        {(FIELDS[method] ?? []).map((field) => {
          const Input = field.isSecret ? SecretField : TextField;
          return (
            <Input
              key={`${method} ${field.name}`}
              label={field.label}
              value={values[field.name] ?? ''}
              onChange={(event) => setValues({ ...values, [field.name]: event.currentTarget.value })}
              autoComplete="off"
              required
            />
          );
        })}
        <div className={shared.row} data-align="end">
          <Button type="submit" loading={store.isPending} disabled={!secret || !experienceId}>
            Store credential
          </Button>
        </div>
      </div>
    </form>
  );
}
