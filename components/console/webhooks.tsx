'use client';
import clsx from 'clsx';
import { useState } from 'react';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { TextField, WordsField } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import type { Delivery } from '@/lib/domain/notifications';
import { useChange } from './api';
import { CodeBlock } from './code-block';
import { ConfirmButton } from './confirm-button';
import { FailureNotice } from './failure-notice';
import { ignoredSchema } from './responses';
import { Section } from './section';
import { StatusWord } from './status-word';
import classes from './webhooks.module.css';

/** A webhook as REST writes it, with its newest deliveries. */
export interface WebhookLine {
  webhook_id: string;
  url: string;
  types: readonly string[];
  is_enabled: boolean;
  delivered: number;
  failed: number;
  pending: number;
  deliveries: readonly Delivery[];
}

const addedSchema = z.object({ webhook_id: z.string(), secret: z.string() });

/** The webhooks of an owner, with a form for another one. */
export function Webhooks({ webhooks, types }: { webhooks: readonly WebhookLine[]; types: readonly string[] }) {
  return (
    <Section
      title="Webhooks"
      lead={
        <>
          Notifications are also posted to these addresses, signed. <Link href="/docs/webhooks">What is posted</Link>,
          and how to check the signature. A delivery that fails is sent up to eight times in nine hours.
        </>
      }
    >
      <div className={shared.stack} data-gap="lg">
        {webhooks.map((webhook) => (
          <WebhookCard key={webhook.webhook_id} webhook={webhook} />
        ))}
        <WebhookForm types={types} />
      </div>
    </Section>
  );
}

function WebhookForm({ types }: { types: readonly string[] }) {
  const [url, setUrl] = useState('');
  const [wanted, setWanted] = useState<string[]>([]);
  const add = useChange((body: { url: string; types: string[] }) => ({
    method: 'POST' as const,
    path: '/api/console/webhooks',
    body,
    answer: addedSchema,
  }));
  const fault = add.error?.fields.url;
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate({ url, types: wanted }, { onSuccess: () => setUrl('') });
      }}
    >
      <div className={clsx(shared.stack, shared.narrow)} data-gap="sm">
        <FailureNotice failure={fault ? null : add.error} kept="No webhook was added." />
        <TextField
          label="Address"
          placeholder="https://example.org/botplay"
          type="url"
          required
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={fault}
        />
        <WordsField
          label="Notifications"
          placeholder={wanted.length === 0 ? 'All' : undefined}
          options={[...types]}
          value={wanted}
          onChange={setWanted}
        />
        <div className={shared.row}>
          <Button type="submit" variant="default" loading={add.isPending}>
            Add webhook
          </Button>
        </div>
        {add.data && (
          <CodeBlock label="Signing secret, shown once" copyWhat="signing secret" text={add.data.secret} wraps />
        )}
      </div>
    </form>
  );
}

function WebhookCard({ webhook }: { webhook: WebhookLine }) {
  const path = `/api/console/webhooks/${webhook.webhook_id}`;
  const test = useChange<void, unknown>(() => ({ method: 'POST', path: `${path}/test`, answer: ignoredSchema }));
  const toggle = useChange<void, unknown>(() => ({
    method: 'PATCH',
    path,
    body: { is_enabled: !webhook.is_enabled },
    answer: ignoredSchema,
  }));
  return (
    <article className={classes.card}>
      <p className={clsx(shared.medium, shared.noMargin)}>
        <bdi>{webhook.url}</bdi>
        <span className={classes.facts}>
          {webhook.types.length === 0 ? 'all notifications' : webhook.types.join(', ')} · {webhook.delivered} delivered
          · {webhook.failed} failed{webhook.pending > 0 && ` · ${webhook.pending} waiting`}
          {!webhook.is_enabled && ' · turned off'}
        </span>
      </p>
      <FailureNotice failure={test.error ?? toggle.error} kept="Nothing was changed." />
      <div className={shared.row} data-gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          disabled={!webhook.is_enabled}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          Send a test
        </Button>
        <Button size="compact-sm" variant="default" loading={toggle.isPending} onClick={() => toggle.mutate()}>
          {webhook.is_enabled ? 'Turn off' : 'Turn on'}
        </Button>
        <ConfirmButton
          label="Delete"
          size="compact-sm"
          title="Delete the webhook?"
          explanation="Its delivery log is deleted too. Notifications that wait for it are not sent."
          action="Delete webhook"
          keep="Keep it"
          kept="The webhook was not deleted."
          toRequest={() => ({ method: 'DELETE', path, answer: ignoredSchema })}
        />
      </div>
      {webhook.deliveries.length > 0 && (
        <details>
          <summary>Deliveries</summary>
          <ul className={classes.log} aria-label="Deliveries, newest first">
            {webhook.deliveries.map((delivery) => (
              <li key={delivery.delivery_id} className={classes.delivery}>
                <DeliveryRow delivery={delivery} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  );
}

const TONES = { pending: 'wait', delivered: 'good', failed: 'bad' } as const;

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const again = useChange<void, unknown>(() => ({
    method: 'POST',
    path: `/api/console/deliveries/${delivery.delivery_id}/send-again`,
    answer: ignoredSchema,
  }));
  const facts = [
    delivery.http_status && `HTTP ${delivery.http_status}`,
    delivery.duration_ms !== null && `${delivery.duration_ms} ms`,
    `${delivery.attempts} ${delivery.attempts === 1 ? 'attempt' : 'attempts'}`,
  ];
  return (
    <>
      <div className={shared.minWidth0}>
        <StatusWord tone={TONES[delivery.status]}>{delivery.status}</StatusWord> {delivery.type}{' '}
        <RelativeTime at={delivery.created_at} />
        <span className={classes.facts}>
          {facts.filter(Boolean).join(' · ')}
          {delivery.error && ` · ${delivery.error}`}
          {delivery.next_attempt_at && (
            <>
              {' '}
              Next attempt <RelativeTime at={delivery.next_attempt_at} />
            </>
          )}
        </span>
        <FailureNotice failure={again.error} kept="The notification was not sent again." />
      </div>
      {delivery.status !== 'pending' && (
        <Button size="compact-sm" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
          Send again
        </Button>
      )}
    </>
  );
}
