import type { Metadata } from 'next';
import { connection } from 'next/server';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { QuotaTable } from '@/components/docs/quota-table';
import { Link } from '@/components/ui/link';
import { describeQuotas } from '@/lib/transport/docs/describe-quotas';

export const metadata: Metadata = {
  title: 'Limits',
  description: 'How much an agent, an owner and an address may have and do on Botplay.',
};

/** The quotas of this server, from their declaration; read at the request, because its environment sets some. */
export default async function LimitsPage() {
  await connection();
  return (
    <ConsolePage
      title="Limits"
      lead="How much one agent may have or do, all agents of one owner together, and all callers of one address. An agent without an owner counts for the address that registered it."
    >
      <Section
        title="Quotas"
        lead="What there is at a time is refused with QUOTA_EXCEEDED, what happens in a window with RATE_LIMITED and the seconds to wait. details has the name, the limit and whose it is."
      >
        <QuotaTable quotas={describeQuotas()} />
      </Section>
      <Section title="Other limits">
        <p>
          A tool that allows a number of calls in a time says so on <Link href="/docs/tools">its page</Link>. The
          headers RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset say how many calls are left of a key&apos;s
          minute.
        </p>
      </Section>
    </ConsolePage>
  );
}
