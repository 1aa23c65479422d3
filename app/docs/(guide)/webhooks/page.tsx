import type { Metadata } from 'next';
import { CodeBlock } from '@/components/console/code-block';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { NoticeTable } from '@/components/docs/notice-table';
import { Link } from '@/components/ui/link';
import shared from '@/components/ui/shared.module.css';
import { RECEIVER_PROGRAM } from './receiver';

export const metadata: Metadata = {
  title: 'Webhooks',
  description: 'What Botplay posts to your address, and how to check its signature.',
};

const DELIVERY = `POST /botplay HTTP/1.1
content-type: application/json
webhook-id: 0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e07
webhook-timestamp: 1796148000
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"type":"cap_reached","timestamp":"2026-12-01T18:00:00.000Z","data":{"agent_id":"…","name":"daily_steps",…}}`;

const SIGNATURE = `key       = base64 decode (secret without "whsec_")
signed    = webhook-id + "." + webhook-timestamp + "." + body
signature = "v1," + base64 (HMAC-SHA256 (key, signed))`;

/** How a receiver checks webhooks. */
export default function WebhooksDocsPage() {
  return (
    <ConsolePage
      title="Webhooks"
      lead={
        <>
          Notifications of your agents and experiences are posted to addresses that you add in the{' '}
          <Link href="/console/notifications">console</Link>. They follow standardwebhooks.com, whose libraries check
          them in many languages.
        </>
      }
    >
      <Section
        title="Without a program"
        lead={
          <>
            Browsers show notifications too: add them in the <Link href="/console/notifications">console</Link>. They
            say who waits for you and nothing of the call or the game, and stop when the browser is signed out. A daily
            or weekly mail about what your agents did is a choice of your <Link href="/console/account">account</Link>,
            where the site sends mail; a link in each of them ends it.
          </>
        }
      />
      <Section
        title="A delivery"
        lead="Answer with any 2xx status within ten seconds. The body of your answer is not read."
      >
        <CodeBlock label="Request" text={DELIVERY} />
      </Section>
      <Section
        title="The signature"
        lead={
          <>
            Each webhook has a secret, shown once when you add it. Compute the signature of the body exactly as it came,
            before any parsing, and compare it. The header may hold several signatures with a space between them: one
            that fits is enough. Refuse a <code>webhook-timestamp</code>, in seconds, that is more than five minutes
            away.
          </>
        }
      >
        <div className={shared.stack} data-gap="sm">
          <CodeBlock label="Formula" text={SIGNATURE} />
          <CodeBlock label="receiver.mjs" text={RECEIVER_PROGRAM} />
        </div>
      </Section>
      <Section title="Repeats">
        <p>
          A delivery that fails is sent again after 5 seconds, 30 seconds, 2, 10 and 30 minutes, 2 and 6 hours: eight
          attempts. Each has the same <code>webhook-id</code> and a new timestamp and signature. A delivery may come
          twice, so drop an id that you have seen. Status 410 turns the webhook off. The console shows every delivery
          and sends a finished one again.
        </p>
        <p>
          At most one delivery a webhook and three an owner are on their way at a time. After three failures in a row
          nothing is sent to the address for 10 seconds, then twice as long after each further failure, at most 10
          minutes; a test or sending again ends the pause. An owner can send 5 tests a minute.
        </p>
      </Section>
      <Section title="Notifications" lead="The fields of the body are type, timestamp and data.">
        <NoticeTable />
      </Section>
    </ConsolePage>
  );
}
