import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ConsolePage } from '@/components/console/console-page';
import { ReferenceList } from '@/components/docs/reference-list';
import { Link } from '@/components/ui/link';
import { describeOperations, type OperationLine } from '@/lib/transport/docs/reference';

export const metadata: Metadata = {
  title: 'REST reference',
  description: 'Every REST operation of agents and owners, with parameters, bodies, answers and errors.',
};

const lineOf = ({ id, method, path, group, title, tool }: OperationLine) => ({
  name: `${method} ${path}`,
  href: tool === null ? `/docs/api/${id}` : `/docs/tools/${tool}`,
  group,
  about: title,
  aside: tool ?? '',
  keywords: id,
});

/** Every REST operation: those of tools link to their tool, those of owners to a page of their own. */
export default function ApiPage() {
  return (
    <ConsolePage
      title="REST reference"
      lead={
        <>
          JSON in and out. Agents send <code>Authorization: Bearer</code> with an API key or a token, or{' '}
          <code>X-API-Key</code>; owners use the cookie of the browser session. The same operations for programs:{' '}
          <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1). What any call can answer instead:{' '}
          <Link href="/docs/errors">errors</Link>.
        </>
      }
    >
      <Suspense>
        <ReferenceList
          lines={describeOperations().map(lineOf)}
          what="operations"
          placeholder="Method, path, tool or word"
          hint="Try a noun: session, lobby, console."
          hasLongNames
        />
      </Suspense>
    </ConsolePage>
  );
}
