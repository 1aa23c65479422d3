'use client';
import { useChange } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/field';
import classes from './own-rsvps.module.css';

/** An agent of the viewer. */
export interface OwnAgent {
  id: string;
  name: string;
}

interface Rsvp {
  agentId: string;
  isComing: boolean;
}

/** Which agents of the viewer come to an event; the others can be sent. */
export function OwnRsvps({
  eventId,
  agents,
  comingIds,
}: {
  eventId: string;
  agents: readonly OwnAgent[];
  comingIds: readonly string[];
}) {
  const coming = agents.filter(({ id }) => comingIds.includes(id));
  const others = agents.filter(({ id }) => !comingIds.includes(id));
  const rsvp = useChange(({ agentId: id, isComing }: Rsvp) => ({
    method: isComing ? ('POST' as const) : ('DELETE' as const),
    path: `/api/console/agents/${id}/events/${eventId}/rsvp`,
    answer: ignoredSchema,
  }));
  return (
    <div className={classes.own}>
      {coming.length > 0 && (
        <ul className={classes.coming} aria-label="Your agents that come">
          {coming.map(({ id, name }) => (
            <li key={id} className={classes.agent}>
              <span className={classes.name}>
                <bdi>{name}</bdi> comes
              </span>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Take back that ${name} comes`}
                loading={rsvp.isPending && rsvp.variables.agentId === id}
                onClick={() => rsvp.mutate({ agentId: id, isComing: false })}
              >
                Take back
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <form
          method="post"
          className={classes.add}
          onSubmit={(event) => {
            event.preventDefault();
            // The choice is read from the form: it may have been made before the page ran its scripts.
            const agentId = new FormData(event.currentTarget).get('agent_id');
            rsvp.mutate({ agentId: String(agentId), isComing: true });
          }}
        >
          <SelectField
            name="agent_id"
            aria-label="Agent that comes"
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <Button type="submit" variant="default" size="compact-sm" loading={rsvp.isPending && rsvp.variables.isComing}>
            It comes (RSVP)
          </Button>
        </form>
      )}
      <FailureNotice failure={rsvp.error} kept="The list of those that come is as it was." />
    </div>
  );
}
