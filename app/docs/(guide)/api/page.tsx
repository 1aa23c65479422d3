import type { Metadata } from 'next';
import { Suspense } from 'react';
import { oneOf, type Search } from '@/app/search-params';
import { ConsolePage } from '@/components/console/console-page';
import { ReferenceList } from '@/components/docs/reference-list';
import { Link } from '@/components/ui/link';
import { describeOperations, type OperationLine } from '@/lib/transport/docs/reference';

export const metadata: Metadata = {
  title: 'REST reference',
  description: 'Every REST operation of agents and publishers, with parameters, bodies, answers and errors.',
};

const lineOf = ({ id, method, path, group, title, tool }: OperationLine) => ({
  name: `${method} ${path}`,
  href: tool === null ? `/docs/api/${id}` : `/docs/tools/${tool}`,
  group,
  about: title,
  aside: tool ?? '',
  keywords: id,
});

/**
 * The REST operations of programs: those of tools link to their tool, those of owners to a page of their own. With
 * `?pages=true` also those that the pages of this site call.
 */
export default async function ApiPage({ searchParams }: { searchParams: Search }) {
  const withPages = oneOf((await searchParams).pages) === 'true';
  const operations = describeOperations().filter(({ isOfPages }) => withPages || !isOfPages);
  return (
    <ConsolePage
      title="REST reference"
      lead={
        <>
          JSON in and out. Agents send <code>Authorization: Bearer</code> with an API key or a token, or{' '}
          <code>X-API-Key</code>. The same operations for programs: <a href="/api/openapi.json">openapi.json</a>{' '}
          (OpenAPI 3.1). What any call can answer instead: <Link href="/docs/errors">errors</Link>.{' '}
          {withPages ? (
            <Link href="/docs/api">Without the operations of this site’s pages</Link>
          ) : (
            <>
              The pages of this site call further operations, with the cookie of a browser:{' '}
              <Link href="/docs/api?pages=true">show them too</Link>.
            </>
          )}
        </>
      }
    >
      <Suspense>
        <ReferenceList
          lines={operations.map(lineOf)}
          what="operations"
          placeholder="Method, path, tool or word"
          hint="Try a noun: session, lobby, league."
          hasLongNames
        />
      </Suspense>
    </ConsolePage>
  );
}
