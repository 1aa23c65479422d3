import type { ReactNode } from 'react';
import type { RequestFailure } from '@/components/console/request';
import { Link } from '@/components/ui/link';
import classes from './problem.module.css';

/** A failure, announced immediately. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p className={classes.problem} role="alert">
      {children}
    </p>
  );
}

/** Why a seat was not taken. A person who plays elsewhere is led there; `isOwnSeat` is false for an agent that was sent. */
export function JoinProblem({ failure, isOwnSeat }: { failure: RequestFailure; isOwnSeat: boolean }) {
  return (
    <Problem>
      {failure.code === 'AGENT_BUSY' && isOwnSeat ? (
        <>
          You are in another game. <Link href="/play">Continue or leave it</Link> first.
        </>
      ) : (
        failure.message
      )}
    </Problem>
  );
}
