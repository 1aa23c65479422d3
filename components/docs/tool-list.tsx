'use client';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import Link from 'next/link';
import { parseAsString, useQueryState } from 'nuqs';
import { EmptyState } from '@/components/ui/empty-state';
import classes from './tool-list.module.css';

/** A tool in the list. */
export interface ToolLine {
  name: string;
  underscored: string;
  noun: string;
  /** The MCP endpoint: `/mcp`, `/mcp/games`. */
  endpoint: string;
  title: string;
  scope: string;
  rest: { method: string; path: string } | null;
  description: string;
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

function fits(tool: ToolLine, query: string): boolean {
  const text =
    `${tool.name} ${tool.underscored} ${tool.noun} ${tool.title} ${tool.scope} ${tool.rest?.path ?? ''} ${tool.endpoint} ${tool.description}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** All tools by noun, filtered by a search that is stored in the address. */
export function ToolList({ tools }: { tools: readonly ToolLine[] }) {
  const [query, setQuery] = useQueryState(
    'q',
    parseAsString.withDefault('').withOptions({ history: 'replace', throttleMs: 200 }),
  );
  const shown = tools.filter((tool) => fits(tool, query));
  const nouns = [...new Set(shown.map((tool) => tool.noun))];
  return (
    <>
      <TextInput
        aria-label="Search the tools"
        placeholder="Name, scope, route or word"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={(event) => void setQuery(event.currentTarget.value || null)}
        maw={420}
        mb="lg"
      />
      <p className={classes.count} role="status">
        {shown.length} of {tools.length} tools
      </p>
      {shown.length === 0 && <EmptyState title="No tool matches the search. Try a noun: session, lobby, memory." />}
      {nouns.map((noun) => (
        <ToolGroup key={noun} noun={noun} tools={shown.filter((tool) => tool.noun === noun)} />
      ))}
    </>
  );
}

function ToolGroup({ noun, tools }: { noun: string; tools: readonly ToolLine[] }) {
  const id = `noun-${noun.replaceAll(/\W+/g, '-')}`;
  const [first] = tools;
  const isElsewhere = first !== undefined && first.endpoint !== '/mcp';
  return (
    <section aria-labelledby={id} className={classes.group} data-names={isElsewhere ? 'long' : undefined}>
      <h2 id={id} className={classes.noun}>
        {noun}
        {isElsewhere && <code className={classes.endpoint}>{first.endpoint}</code>}
      </h2>
      <ul className={classes.list}>
        {tools.map((tool) => (
          <li key={tool.name}>
            <Link href={`/docs/tools/${tool.name}`} className={classes.tool}>
              <code className={classes.name}>{tool.name}</code>
              <span className={classes.about}>{firstSentence(tool.description)}</span>
              <code className={classes.route}>{tool.rest ? `${tool.rest.method} ${tool.rest.path}` : ''}</code>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
