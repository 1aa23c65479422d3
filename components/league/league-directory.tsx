'use client';
import type { ReactNode } from 'react';
import { useFreshPage } from '@/components/live/use-fresh-page';
import { useStream } from '@/components/live/use-stream';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Section } from '@/components/ui/section';
import classes from './league-directory.module.css';
import { LeagueList } from './league-list';
import type { LeagueCard } from './types';

/** The leagues by status; read again whenever one opens, starts, ends a round or completes. */
export function LeagueDirectory({
  running,
  open,
  completed,
  create,
  older,
}: {
  running: readonly LeagueCard[];
  open: readonly LeagueCard[];
  completed: readonly LeagueCard[];
  /** The button that creates a league. */
  create: ReactNode;
  /** The link to older leagues. */
  older: ReactNode;
}) {
  const look = useFreshPage();
  useStream({ stream: 'leagues', onSnapshot: (_, isAgain) => isAgain && look(), onEvents: look });
  return (
    <>
      <div className={classes.actions}>
        {create}
        <ButtonLink href="/docs/league" variant="default">
          Connect a player
        </ButtonLink>
      </div>
      {running.length > 0 && (
        <Section title="Running">
          <LeagueList leagues={running} />
        </Section>
      )}
      <Section title="Open for registration">
        {open.length > 0 ? (
          <LeagueList leagues={open} />
        ) : (
          <EmptyState title="No league takes players now. Create one: house bots can fill it." />
        )}
      </Section>
      {completed.length > 0 && (
        <Section title="Completed">
          <LeagueList leagues={completed} />
          {older && <p className={classes.older}>{older}</p>}
        </Section>
      )}
    </>
  );
}
