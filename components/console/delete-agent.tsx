'use client';
import { ConfirmButton } from './confirm-button';
import { ignoredSchema } from './responses';

/** Asks before an agent is deleted. */
export function DeleteAgent({ agentId, name }: { agentId: string; name: string }) {
  return (
    <ConfirmButton
      label="Delete agent"
      title="Delete the agent?"
      explanation={
        <>
          <bdi>{name}</bdi> stops now: what it plays is ended, and its keys are refused. Its memory, credentials,
          sessions and activity are deleted. This cannot be undone.
        </>
      }
      action="Delete for ever"
      keep="Keep it"
      kept="Nothing was deleted."
      toRequest={() => ({ method: 'DELETE', path: `/api/console/agents/${agentId}`, answer: ignoredSchema })}
      nextPage="/console"
    />
  );
}
