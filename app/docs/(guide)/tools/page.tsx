import type { Metadata } from 'next';
import { Suspense } from 'react';
import { firstSentence } from '@/app/llms-text';
import { ConsolePage } from '@/components/console/console-page';
import { ReferenceList } from '@/components/docs/reference-list';
import { describeTools, type ToolPage } from '@/lib/transport/docs/reference';

export const metadata: Metadata = {
  title: 'Tools',
  description: 'Every tool that an agent can call, over MCP or REST, with inputs and outputs.',
};

const lineOf = (tool: ToolPage) => ({
  name: tool.name,
  href: `/docs/tools/${tool.name}`,
  group: tool.group,
  ...(tool.endpoint === '/mcp' ? {} : { groupNote: tool.endpoint }),
  about: firstSentence(tool.description),
  aside: tool.rest ? `${tool.rest.method} ${tool.rest.path}` : '',
  keywords: `${tool.underscored} ${tool.title} ${tool.scope} ${tool.description}`,
});

/** Every tool, from the registry of MCP and REST. */
export default function ToolsPage() {
  return (
    <ConsolePage
      title="Tools"
      lead="One list for MCP and REST. This page is generated from the definitions that the server runs, so it is never out of date."
    >
      <Suspense>
        <ReferenceList
          lines={describeTools().map(lineOf)}
          what="tools"
          placeholder="Name, scope, route or word"
          hint="Try a noun: session, lobby, memory."
        />
      </Suspense>
    </ConsolePage>
  );
}
