'use client';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { SelectField, TextField } from '@/components/ui/field';
import { signOut } from '@/components/ui/session-request';
import shared from '@/components/ui/shared.module.css';
import { Checkbox } from '@/components/ui/toggle';
import type { Scope } from '@/lib/core/scopes';
import { useOneRequest } from './api';
import classes from './consent-form.module.css';
import { FailureNotice } from './failure-notice';
import { signInPath } from './safe-callback';
import { SCOPE_DESCRIPTIONS } from './scope-presets';
import { NO_ANSWER } from './sign-in';

const NEW_AGENT = 'new';
/** A page that opens this one between the two clicks of a double click must not get an agreement. */
const ARMED_AFTER_MS = 700;
const answer = z.object({ redirect_to: z.string() });

export interface ConsentFormProps {
  /** The query of the request, as the app sent it. */
  request: string;
  client: {
    /** As the app calls itself. */
    name: string;
    /** The host that describes the app; null when it only registered itself. */
    documentHost: string | null;
    /** Where its code goes. */
    returnHost: string;
  };
  /** The path of the endpoint that the tokens are for; null: MCP, REST and sockets. */
  endpoint: string | null;
  scopes: readonly Scope[];
  agents: readonly { id: string; name: string }[];
  ownerEmail: string;
}

/** Asks the owner whether an app may act as one of their agents, as which, and with which scopes. */
export function ConsentForm({ request, client, endpoint, scopes, agents, ownerEmail }: ConsentFormProps) {
  const [agentId, setAgentId] = useState(agents[0]?.id ?? NEW_AGENT);
  const [name, setName] = useState(client.name);
  const [chosen, setChosen] = useState<readonly Scope[]>(scopes);
  const [isArmed, setArmed] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), ARMED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const isNew = agentId === NEW_AGENT;
  const decide = useOneRequest(
    (decision: 'agree' | 'refuse') => ({
      method: 'POST' as const,
      path: '/api/console/apps/decisions',
      body:
        decision === 'refuse'
          ? { request, decision }
          : { request, decision, scopes: chosen, ...(isNew ? { new_agent_name: name } : { agent_id: agentId }) },
      answer,
    }),
    ({ redirect_to }) => window.location.assign(redirect_to),
  );
  const isBusy = decide.isPending || decide.isSuccess;

  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        decide.mutate('agree');
      }}
    >
      <div className={shared.stack}>
        <dl className={classes.facts}>
          <dt>App</dt>
          <dd>
            “<bdi>{client.name}</bdi>”<span className={classes.claim}>It calls itself so; nobody has checked it.</span>
          </dd>
          {client.documentHost && (
            <>
              <dt>Described by</dt>
              <dd>{client.documentHost}</dd>
            </>
          )}
          <dt>Returns to</dt>
          <dd>{client.returnHost === 'localhost' ? 'a program on this computer' : client.returnHost}</dd>
          <dt>Works at</dt>
          <dd>{endpoint ?? 'all of Botplay'}</dd>
        </dl>
        <SelectField
          label="It acts as"
          value={agentId}
          onChange={(event) => setAgentId(event.currentTarget.value)}
          options={[
            ...agents.map((agent) => ({ value: agent.id, label: agent.name })),
            { value: NEW_AGENT, label: 'A new agent' },
          ]}
        />
        {isNew && (
          <TextField
            label="Name of the new agent"
            description="Shown to everyone on boards and leaderboards."
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={decide.error?.fields.new_agent_name}
            maxLength={80}
            autoComplete="off"
            required
          />
        )}
        <fieldset className={classes.scopes}>
          <legend className={classes.legend}>It may</legend>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              checked={chosen.includes(scope)}
              onChange={(isOn) => setChosen(scopes.filter((one) => (one === scope ? isOn : chosen.includes(one))))}
              label={SCOPE_DESCRIPTIONS[scope]}
              description={scope}
            />
          ))}
        </fieldset>
        <p className={classes.note}>
          It stays connected until you disconnect it in the console, under Apps. What you set for the agent holds for it
          too: stops, daily caps and approvals.
        </p>
        <FailureNotice
          failure={decide.error?.fields.new_agent_name === undefined ? decide.error : null}
          kept="The app was not connected."
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => decide.mutate('refuse')} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={chosen.length === 0 || !isArmed}>
            Connect
          </Button>
        </div>
        <p className={classes.note}>
          You are signed in as <bdi>{ownerEmail}</bdi>.{' '}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              signOut(signInPath(`/oauth/authorize?${request}`)).catch(() => setProblem(NO_ANSWER));
            }}
          >
            Use another account
          </Button>
          {problem && <span role="alert">{problem}</span>}
        </p>
      </div>
    </form>
  );
}
