import { formatDuration } from '@/components/console/activity-line';
import { Section } from '@/components/console/section';
import { ArchivedSteps, Json } from '@/components/console/transcript-screen';
import classes from '@/components/console/transcript-screen.module.css';
import { ButtonLink } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import type { PlayedSession, PlayedStep, Transcript } from '@/lib/domain/replays';
import { PlayedState } from './played-sessions';

/** A session step by step for the publisher of its experience: what its server was sent and answered. */
export function PlayedTranscript({
  experienceId,
  session,
  steps,
  nextStep,
  isFirstPage,
  archived,
}: {
  experienceId: string;
  session: PlayedSession;
  steps: readonly PlayedStep[];
  nextStep: number | null;
  isFirstPage: boolean;
  archived?: Transcript['archived'];
}) {
  const path = `/publish/${experienceId}/sessions/${session.sessionId}`;
  return (
    <Section
      title={`Session ${session.sessionId}`}
      lead={
        <>
          Of player <code>{session.experienceAgentId}</code>, begun <RelativeTime at={session.createdAt} />.{' '}
          <PlayedState session={session} />
        </>
      }
      action={
        <ButtonLink href={`/publish/${experienceId}/sessions`} variant="default" size="sm">
          All sessions
        </ButtonLink>
      }
    >
      {archived ? (
        <ArchivedSteps at={archived.at} />
      ) : steps.length === 0 ? (
        <p className={shared.mutedColor}>No step was answered.</p>
      ) : (
        <ol className={classes.lines} aria-label="Steps">
          {steps.map((step) => (
            <li key={step.number} className={classes.line}>
              <p className={classes.head}>
                <strong>{step.number === 0 ? 'Opening' : `Step ${step.number}`}</strong>
                <RelativeTime at={step.at} />
                {step.latencyMs !== null && <span>answered in {formatDuration(step.latencyMs)}</span>}
              </p>
              {step.action && <Json label="Action" json={step.action} />}
              {step.response && <Json label="Answer" json={step.response} />}
            </li>
          ))}
        </ol>
      )}
      <nav className={classes.pages} aria-label="More steps">
        {!isFirstPage && (
          <ButtonLink href={path} variant="default" size="sm">
            First steps
          </ButtonLink>
        )}
        {nextStep !== null && (
          <ButtonLink href={`${path}?after=${nextStep}`} variant="default" size="sm">
            Next steps
          </ButtonLink>
        )}
      </nav>
    </Section>
  );
}
