'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';
import { Checkbox } from '@/components/ui/toggle';
import { useChange } from './api';
import classes from './approval-rules.module.css';
import { FailureNotice } from './failure-notice';
import { ignoredSchema } from './responses';
import { Section } from './section';

/** A tool that can wait for approval. */
export interface ToolChoice {
  /** On the wire, `session.create` */
  name: string;
  /** In words, "Open a session" */
  title: string;
  /** The part of the reference that it belongs to. */
  group: string;
}

/** Chooses the tools of an agent that wait for the owner, by the parts of the reference. */
export function ApprovalRules({
  agentId,
  tools,
  choices,
}: {
  agentId: string;
  tools: readonly string[];
  /** Every tool that can wait for approval. */
  choices: readonly ToolChoice[];
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(tools));
  const save = useChange((names: readonly string[]) => ({
    method: 'PUT' as const,
    path: `/api/console/agents/${agentId}/approval-rules`,
    body: { tools: names },
    answer: ignoredSchema,
  }));
  const isChanged = chosen.size !== tools.length || tools.some((tool) => !chosen.has(tool));
  const groups = [...new Set(choices.map(({ group }) => group))];
  const choose = (name: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(name);
    else next.delete(name);
    setChosen(next);
  };
  return (
    <Section
      title="Ask me first"
      lead="A call of these tools waits for you on the page Approvals. You approve it once, for exactly its arguments. It expires after ten minutes."
    >
      <div className={shared.stack}>
        <FailureNotice failure={save.error} kept="The rules were not changed." />
        <div className={classes.groups}>
          {groups.map((name) => (
            <Group
              key={name}
              name={name}
              members={choices.filter(({ group }) => group === name)}
              chosen={chosen}
              onChoose={choose}
            />
          ))}
        </div>
        <div className={shared.row} data-gap="sm">
          <Button
            variant="default"
            disabled={!isChanged}
            loading={save.isPending}
            onClick={() => save.mutate([...chosen])}
          >
            Save rules
          </Button>
          <span className={shared.mutedSmall}>
            {chosen.size === 0 ? 'Every call goes through.' : `${chosen.size} of ${choices.length} tools ask first.`}
          </span>
        </div>
      </div>
    </Section>
  );
}

function Group({
  name,
  members,
  chosen,
  onChoose,
}: {
  name: string;
  members: readonly ToolChoice[];
  chosen: ReadonlySet<string>;
  onChoose: (name: string, isChosen: boolean) => void;
}) {
  const count = members.filter((tool) => chosen.has(tool.name)).length;
  return (
    <details>
      <summary>
        {name}
        <span className={classes.count}>
          {count === 0 ? `${members.length}` : `${count} of ${members.length} ask first`}
        </span>
      </summary>
      <div className={classes.tools}>
        {members.map((tool) => (
          <Checkbox
            key={tool.name}
            label={
              <span>
                {tool.title} <code className={classes.name}>{tool.name}</code>
              </span>
            }
            checked={chosen.has(tool.name)}
            onChange={(isChosen) => onChoose(tool.name, isChosen)}
          />
        ))}
      </div>
    </details>
  );
}
