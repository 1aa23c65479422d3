'use client';
import { IconSearch } from '@tabler/icons-react';
import clsx from 'clsx';
import { parseAsString, useQueryState } from 'nuqs';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { TextField } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import links from '@/components/ui/link-list.module.css';
import shared from '../ui/shared.module.css';
import classes from './reference-list.module.css';

/** A tool or an operation in its list. */
export interface ReferenceLine {
  /** The name of a tool, or method and path of an operation. */
  name: string;
  href: string;
  group: string;
  /** Shown beside the heading of the group: the MCP endpoint of tools that are not at `/mcp`. */
  groupNote?: string;
  about: string;
  /** The third column: a route, or the tool that an operation calls. */
  aside: string;
  /** Further text that the search finds. */
  keywords: string;
}

function fits(line: ReferenceLine, query: string): boolean {
  const text = `${line.name} ${line.group} ${line.groupNote ?? ''} ${line.about} ${line.aside} ${line.keywords}`;
  const words = query.toLowerCase().split(/\s+/);
  return words.every((word) => text.toLowerCase().includes(word));
}

/** Tools or operations in groups, filtered by a search that is stored in the address. */
export function ReferenceList({
  lines,
  what,
  placeholder,
  hint,
  hasLongNames = false,
}: {
  lines: readonly ReferenceLine[];
  /** Plural: `tools`, `operations`. */
  what: string;
  placeholder: string;
  /** What to search for, shown when nothing matches. */
  hint: string;
  hasLongNames?: boolean;
}) {
  const [query, setQuery] = useQueryState(
    'q',
    parseAsString.withDefault('').withOptions({ history: 'replace', throttleMs: 200 }),
  );
  const matching = lines.filter((line) => fits(line, query));
  const groups = [...new Set(matching.map((line) => line.group))];
  return (
    <>
      <TextField
        className={classes.search}
        aria-label={`Search the ${what}`}
        placeholder={placeholder}
        icon={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={(event) => void setQuery(event.currentTarget.value || null)}
      />
      <p className={classes.count} role="status">
        {matching.length} of {lines.length} {what}
      </p>
      {matching.length === 0 && (
        <EmptyState title={`Nothing matches the search. ${hint}`}>
          <Button variant="default" onClick={() => void setQuery(null)}>
            Show all {what}
          </Button>
        </EmptyState>
      )}
      {groups.map((group) => (
        <Group
          key={group}
          name={group}
          lines={matching.filter((line) => line.group === group)}
          hasLongNames={hasLongNames}
        />
      ))}
    </>
  );
}

function Group({
  name,
  lines,
  hasLongNames,
}: {
  name: string;
  lines: readonly ReferenceLine[];
  hasLongNames: boolean;
}) {
  const id = `group-${name.replaceAll(/\W+/g, '-')}`;
  const note = lines[0]?.groupNote;
  return (
    <section aria-labelledby={id} className={classes.group} data-names={hasLongNames || note ? 'long' : undefined}>
      <h2 id={id} className={classes.heading}>
        {name}
        {note && <code className={classes.note}>{note}</code>}
      </h2>
      <ul className={links.list}>
        {lines.map((line) => (
          <li key={line.name}>
            <Link href={line.href} className={clsx(links.link, classes.line)}>
              <code className={classes.name}>{line.name}</code>
              <span className={shared.mutedColor}>{line.about}</span>
              <code className={clsx(shared.mutedTiny, shared.numericFont)}>{line.aside}</code>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
