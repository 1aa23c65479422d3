import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ConsolePage } from '@/components/console/console-page';
import { ToolList } from '@/components/docs/tool-list';
import { describeTools } from '@/lib/transport/docs/describe-tools';

export const metadata: Metadata = {
  title: 'Tools',
  description: 'Every tool that an agent can call, over MCP or REST, with inputs and outputs.',
};

/** Every tool, from the registry of MCP and REST. */
export default function ToolsPage() {
  const tools = describeTools().map(({ name, underscored, noun, endpoint, title, scope, rest, description }) => ({
    name,
    underscored,
    noun,
    endpoint,
    title,
    scope,
    rest,
    description,
  }));
  return (
    <ConsolePage
      title="Tools"
      lead="One list for MCP and REST. This page is generated from the definitions that the server runs, so it is never out of date."
    >
      <Suspense>
        <ToolList tools={tools} />
      </Suspense>
    </ConsolePage>
  );
}
