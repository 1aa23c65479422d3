'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { WordsField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import { useChange } from './api';
import { FailureNotice } from './failure-notice';
import { ignoredSchema } from './responses';
import { Section } from './section';

/** Chooses the tools of an agent that wait for the owner. */
export function ApprovalRules({
  agentId,
  tools,
  choices,
}: {
  agentId: string;
  tools: readonly string[];
  /** Every tool that can wait for approval. */
  choices: readonly string[];
}) {
  const [chosen, setChosen] = useState<string[]>([...tools]);
  const save = useChange((names: readonly string[]) => ({
    method: 'PUT' as const,
    path: `/api/console/agents/${agentId}/approval-rules`,
    body: { tools: names },
    answer: ignoredSchema,
  }));
  const isChanged = chosen.length !== tools.length || chosen.some((tool) => !tools.includes(tool));
  return (
    <Section
      title="Ask me first"
      lead="A call of these tools waits for you on the page Approvals. You approve it once, for exactly its arguments. It expires after ten minutes."
    >
      <div className={shared.stack}>
        <FailureNotice failure={save.error} kept="The rules were not changed." />
        <WordsField
          className={shared.narrow}
          label="Tools"
          placeholder={chosen.length === 0 ? 'None: every call goes through' : undefined}
          options={[...choices]}
          value={chosen}
          onChange={setChosen}
        />
        <div className={shared.row}>
          <Button variant="default" disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate(chosen)}>
            Save rules
          </Button>
        </div>
      </div>
    </Section>
  );
}
