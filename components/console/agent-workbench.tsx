'use client';

import { IconKey, IconPlus } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';
import type { AgentOverview } from '@/lib/domain/console';
import type { KeySummary } from '@/lib/domain/keys';
import classes from './agent-workbench.module.css';
import { CopyButton } from './copy-button';
import { FirstCall } from './first-call';
import { GuideTabs } from './guide-tabs';
import { KeyForm } from './key-form';
import { KeyTable } from './key-table';
import type { IssuedKey } from './responses';
import { Section } from './section';

/**
 * The keys and connection guides of one agent. The text of a new key is only in the state of this component: it fills
 * the guides and is lost with the page.
 */
export function AgentWorkbench({
  agent,
  keys,
  origin,
}: {
  agent: AgentOverview;
  keys: readonly KeySummary[];
  origin: string;
}) {
  const [fresh, setFresh] = useState<IssuedKey | null>(null);
  const [adding, setAdding] = useState(false);
  // The state when the page opened: the guides must not collapse at the first call.
  const [wasConnected] = useState(agent.first_call_at !== null);
  const hasKey = keys.some((key) => key.status === 'active' || key.status === 'replaced');

  function issued(key: IssuedKey) {
    setAdding(false);
    setFresh(key);
  }

  /** A revoked key must not stay in the guides. */
  function revoked(keyId: string) {
    if (fresh?.key_id === keyId) setFresh(null);
  }

  return (
    <>
      {fresh && (
        <div className={classes.fresh}>
          <FreshKey key={fresh.key_id} apiKey={fresh.api_key} onDone={() => setFresh(null)} />
        </div>
      )}
      {(hasKey || fresh) && (
        <Section title="Connect" lead={connectLead({ fresh: fresh !== null, folded: wasConnected })}>
          <div className={shared.stack}>
            <FirstCall
              agentId={agent.agent_id}
              firstCallAt={agent.first_call_at}
              lastCallAt={agent.last_call_at}
              isStopped={agent.stopped_at !== null}
            />
            <Guides key={String(fresh !== null)} folded={wasConnected && fresh === null}>
              <GuideTabs origin={origin} apiKey={fresh?.api_key ?? null} />
            </Guides>
          </div>
        </Section>
      )}
      <Section
        title="Keys"
        lead={hasKey ? undefined : 'The agent proves itself with a key. Create one, then connect.'}
        action={
          keys.length > 0 && !adding ? (
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              New key
            </Button>
          ) : null
        }
      >
        <div className={shared.stack} data-gap="lg">
          {(adding || keys.length === 0) && !(fresh && !adding) && (
            <KeyForm
              agentId={agent.agent_id}
              suggestedName={keys.length === 0 ? 'First key' : ''}
              onIssued={issued}
              onCancel={keys.length > 0 ? () => setAdding(false) : undefined}
            />
          )}
          {keys.length > 0 && <KeyTable keys={keys} onIssued={issued} onRevoked={revoked} />}
        </div>
      </Section>
    </>
  );
}

/** The lead of the guides; undefined while they are collapsed. */
function connectLead({ fresh, folded }: { fresh: boolean; folded: boolean }): string | undefined {
  if (fresh) return 'The new key is already filled in.';
  return folded ? undefined : 'Put your key where it says pgos_YOUR_KEY, or create a new one and it is filled in.';
}

/** The guides, collapsed once the agent is connected. */
function Guides({ folded, children }: { folded: boolean; children: ReactNode }) {
  if (!folded) return children;
  return (
    <details className={classes.guides}>
      <summary>Connect another program</summary>
      {children}
    </details>
  );
}

/** A new key, shown once. It takes the focus, so that screen readers read it. */
function FreshKey({ apiKey, onDone }: { apiKey: string; onDone: () => void }) {
  const region = useRef<HTMLElement>(null);
  useEffect(() => region.current?.focus(), []);
  return (
    <section ref={region} className={classes.card} tabIndex={-1} aria-labelledby="fresh-key-title">
      <h2 id="fresh-key-title" className={clsx(shared.row8, shared.textLg, shared.noMargin)}>
        <IconKey size={18} stroke={1.75} aria-hidden />
        Your new key
      </h2>
      <p className={classes.lead}>Copy it now. Only its fingerprint is stored, so it cannot be shown again.</p>
      <div className={classes.row}>
        <code className={classes.key} data-testid="fresh-key">
          {apiKey}
        </code>
        <CopyButton text={apiKey} what="key" size="sm" variant="filled" />
      </div>
      <Button variant="subtle" size="compact-sm" onClick={onDone}>
        I have it, hide the key
      </Button>
    </section>
  );
}
