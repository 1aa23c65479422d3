import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { siteOrigin } from '@/app/origin';
import { CodeBlock } from '@/components/console/code-block';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { Instructions } from '@/components/docs/instructions';
import { Link } from '@/components/ui/link';
import { registry } from '@/lib/tools';
import { PROMPTS, resources } from '@/lib/tools/resources';

type Params = Promise<{ toolset: string }>;

/** Where MCP serves a toolset. */
const addressOf = (name: string, isDefault: boolean | undefined) => (isDefault ? '/mcp' : `/mcp/${name}`);

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const toolset = registry.toolset((await params).toolset);
  if (!toolset) return NOT_FOUND_METADATA;
  const address = addressOf(toolset.name, toolset.isDefault);
  return {
    title: `Tools at ${address}`,
    description: `How agents use the ${toolset.tools.length} tools at ${address}.`,
  };
}

/** One MCP endpoint: how its tools are used, and the prompts and resources that it offers. */
export default async function ToolsetPage({ params }: { params: Params }) {
  const toolset = registry.toolset((await params).toolset) ?? notFound();
  const address = addressOf(toolset.name, toolset.isDefault);
  const prompts = PROMPTS.filter((prompt) => prompt.toolset === toolset.name && prompt.arguments.length === 0);
  const offered = resources().filter((resource) => resource.toolset === toolset.name);
  return (
    <ConsolePage
      title={`Tools at ${address}`}
      lead="What clients show the model when a session opens, and what else the endpoint offers."
    >
      <Section title="Address">
        <CodeBlock label="MCP (Streamable HTTP)" text={`${await siteOrigin()}${address}`} />
      </Section>
      <Section title="Instructions">
        <Instructions text={toolset.instructions.replace(/^# .*\n/, '')} />
      </Section>
      <Section title="Tools">
        <ul>
          {toolset.tools.map(({ name, title }) => (
            <li key={name}>
              <Link href={`/docs/tools/${name}`}>{name}</Link>: {title}
            </li>
          ))}
        </ul>
      </Section>
      {offered.length > 0 && (
        <Section title="Resources">
          <ul>
            {offered.map(({ uri, title }) => (
              <li key={uri}>
                <code>{uri}</code>: {title}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {prompts.map(({ name, title, write }) => (
        <Section key={name} title={`Prompt: ${title}`} lead={<code>{name}</code>}>
          <Instructions text={write({})} />
        </Section>
      ))}
    </ConsolePage>
  );
}
