'use client';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { type Column, DataTable } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { SelectField } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import type { PushBrowser } from '@/lib/domain/notifications';
import { useChange } from './api';
import { ConfirmButton } from './confirm-button';
import { FailureNotice } from './failure-notice';
import classes from './form.module.css';
import {
  findPushObstacle,
  findSubscription,
  hashEndpoint,
  type PushObstacle,
  type SubscribedBrowser,
  subscribe,
  unsubscribe,
} from './push-subscription';
import { ignoredSchema } from './responses';
import { Section } from './section';
import { StatusWord } from './status-word';

const OBSTACLES: Record<PushObstacle, string> = {
  insecure: 'Browsers show notifications of sites with https only.',
  ios: 'This browser cannot show notifications of sites. Use a browser on a computer or on Android, or a webhook.',
  unsupported: 'This browser cannot show notifications of sites. Use another browser, or a webhook.',
  denied: 'This browser does not let the site show notifications. Allow it in the settings of the browser.',
};
const WANTS = [
  { value: 'waiting', label: 'What waits for you: approvals and moves' },
  { value: 'all', label: 'Every notification' },
];

/** What this browser can do; `own` is the hash of its address, null while it is not subscribed. */
type Here = { obstacle: PushObstacle } | { obstacle: null; own: string | null };

async function lookHere(): Promise<Here> {
  const obstacle = findPushObstacle();
  if (obstacle) return { obstacle };
  const subscription = await findSubscription();
  return { obstacle: null, own: subscription && (await hashEndpoint(subscription.endpoint)) };
}

/** The browsers that show notifications of the owner, and a way to add this one. */
export function PushBrowsers({ publicKey, browsers }: { publicKey: string; browsers: readonly PushBrowser[] }) {
  const [here, setHere] = useState<Here | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the list may be one of this browser
  useEffect(() => {
    lookHere().then(setHere, () => setHere({ obstacle: 'unsupported' }));
  }, [browsers]);
  const own = here?.obstacle === null ? here.own : null;
  const isAdded = browsers.some(({ endpoint_sha256: hash }) => hash === own);
  return (
    <Section
      title="In browsers"
      lead="A browser shows notifications while it is signed in, also when no page is open. They say who waits for you, and no contents of calls or games."
    >
      <div className={shared.stack}>
        {browsers.length > 0 && <BrowserTable browsers={browsers} own={own} />}
        {here?.obstacle && <Notice>{OBSTACLES[here.obstacle]}</Notice>}
        {here?.obstacle === null && !isAdded && <AddBrowser publicKey={publicKey} />}
      </div>
    </Section>
  );
}

function BrowserTable({ browsers, own }: { browsers: readonly PushBrowser[]; own: string | null }) {
  const columns: Column<PushBrowser>[] = [
    {
      head: 'Browser',
      cell: ({ name, wants, endpoint_sha256: hash }) => (
        <>
          <span className={table.main}>{name}</span>
          <span className={table.sub}>
            {wants === 'all' ? 'every notification' : 'what waits for you'}{' '}
            {hash === own && <StatusWord tone="good">this browser</StatusWord>}
          </span>
        </>
      ),
    },
    { head: 'Added', kind: 'short', hideOn: 'phone', cell: ({ created_at: at }) => <RelativeTime at={at} /> },
    {
      head: 'Last used',
      kind: 'short',
      cell: ({ last_sent_at: at }) => (at === null ? 'never' : <RelativeTime at={at} />),
    },
    {
      head: '',
      cell: ({ push_browser_id: id, name, endpoint_sha256: hash }) => (
        <ConfirmButton
          label="Remove"
          size="compact-sm"
          title={`Show notifications in ${name} no longer?`}
          explanation="It can be added again in that browser."
          action="Remove"
          keep="Keep it"
          kept="The browser was not removed."
          toRequest={() => ({ method: 'DELETE', path: `/api/console/push-browsers/${id}`, answer: ignoredSchema })}
          // Only now: after a removal that failed, this browser still gets its notifications.
          onSuccess={() => hash === own && void unsubscribe()}
        />
      ),
    },
  ];
  return <DataTable caption="Browsers" columns={columns} rows={browsers} keyOf={(line) => line.push_browser_id} />;
}

function AddBrowser({ publicKey }: { publicKey: string }) {
  const [wants, setWants] = useState('waiting');
  const [isAsking, setIsAsking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const add = useChange((body: SubscribedBrowser & { wants: string }) => ({
    method: 'POST' as const,
    path: '/api/console/push-browsers',
    body,
    answer: ignoredSchema,
  }));

  async function addThis() {
    setIsAsking(true);
    setFault(null);
    try {
      const browser = await subscribe(publicKey);
      await add.mutateAsync({ ...browser, wants }).catch(unsubscribe);
    } catch (thrown) {
      setFault(thrown instanceof Error ? thrown.message : 'This browser could not be added.');
    } finally {
      setIsAsking(false);
    }
  }

  return (
    <form
      method="post"
      className={classes.narrow}
      onSubmit={(event) => {
        event.preventDefault();
        void addThis();
      }}
    >
      <div className={shared.stack} data-gap="sm">
        {fault !== null && (
          <Notice role="alert" tone="red">
            {fault}
          </Notice>
        )}
        <FailureNotice failure={add.error} kept="This browser was not added." />
        <SelectField
          label="What this browser shows"
          options={WANTS}
          value={wants}
          onChange={(event) => setWants(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isAsking} className={classes.submit}>
          Show notifications in this browser
        </Button>
      </div>
    </form>
  );
}
