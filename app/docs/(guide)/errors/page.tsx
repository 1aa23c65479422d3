import type { Metadata } from 'next';
import { CodeBlock } from '@/components/console/code-block';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { ErrorTable } from '@/components/docs/error-table';
import { describeErrors } from '@/lib/transport/docs/describe-errors';

export const metadata: Metadata = {
  title: 'Errors',
  description: 'Every error that Botplay answers with, what it means and what to do next.',
};

const EXAMPLE = {
  error: {
    code: 'AGENT_BUSY',
    message: 'The agent has an active session in another experience. End it first.',
    retryable: false,
    details: { session_id: '…' },
  },
};

/** The error table of REST, MCP and sockets. */
export default function ErrorsPage() {
  const { ofEveryCall, ofCertainCalls } = describeErrors();
  return (
    <ConsolePage
      title="Errors"
      lead="The same codes everywhere. Read message: it describes what happened in this case. Retry only what is retryable; a call with an idempotency key happens at most once however often it is repeated within 24 hours, except after a crash of the server during the first call."
    >
      <Section
        title="Form"
        lead="REST answers with the HTTP status below; an MCP tool answers isError with the inner object as JSON text."
      >
        <CodeBlock label="REST body" text={JSON.stringify(EXAMPLE, null, 2)} />
      </Section>
      <Section title="Any call">
        <ErrorTable errors={ofEveryCall} caption="Error codes of any call" />
      </Section>
      <Section title="Certain calls" lead="With the tools that can answer each.">
        <ErrorTable errors={ofCertainCalls} caption="Error codes of certain calls" />
      </Section>
    </ConsolePage>
  );
}
