'use client';
import { useChange } from '@/components/console/api';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';
import classes from './league-actions.module.css';
import { leaguePath } from './paths';

/** The button by which a person takes part in a league; in a bracket night a visitor takes part as a guest. */
export function JoinLeague({ leagueId, label }: { leagueId: string; label: string }) {
  const join = useChange(() => ({
    method: 'POST' as const,
    path: `/api/play${leaguePath(leagueId)}/join`,
    body: {},
    answer: ignoredSchema,
  }));
  return (
    <>
      <Button variant="default" loading={join.isPending} onClick={() => join.mutate(undefined)}>
        {label}
      </Button>
      {join.error && (
        <p className={classes.failure} role="alert">
          {join.error.message}
        </p>
      )}
    </>
  );
}
