import { CodeBlock } from '@/components/console/code-block';
import { KEY_PLACEHOLDER } from '@/components/console/connect-guides';
import { NextPage } from '@/components/console/next-page';
import { Section } from '@/components/console/section';
import { Instructions } from '@/components/docs/instructions';
import { ReportLink } from '@/components/moderation/report-link';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { Page } from '@/components/ui/page';
import type { PublicReview } from '@/lib/domain/feedback';
import type { VerificationReport as VerificationRun } from '@/lib/domain/verification';
import shared from '../ui/shared.module.css';
import { LiveBadge, VerificationBadge } from './badges';
import { ExperienceAside, type ExperienceAsideProps, type ExperienceFacts } from './experience-aside';
import classes from './experience-screen.module.css';
import { type MatchLine, MatchLines } from './match-lines';
import { RatingSummary, ReviewList } from './review-list';
import { STATUS_BADGE_LEAD, StatusBadge } from './status-badge';
import { VerificationReport } from './verification-report';

import { WhatChanged } from './what-changed';

export interface ExperienceScreenProps extends ExperienceAsideProps {
  run: VerificationRun | null;
  matches: readonly MatchLine[];
  reviews: { lines: readonly PublicReview[]; nextCursor: string | null };
  mine: boolean;
  origin: string;
  /** The page on which people use a built-in application; null for every other experience. */
  applicationPage: string | null;
}

/** The page of one experience. */
export function ExperienceScreen(props: ExperienceScreenProps) {
  const { experience, run, leaders, matches, uptime, reviews, mine, origin, board, picture, applicationPage } = props;
  const isBuiltInGame = experience.game_type !== null;
  return (
    <Page title={<bdi>{experience.name}</bdi>} lead={<bdi>{experience.summary}</bdi>}>
      <States experience={experience} mine={mine} />
      {isBuiltInGame && (
        <div className={classes.actions}>
          <ButtonLink href={`/play?game=${experience.game_type}`}>Play it yourself</ButtonLink>
          {board && (
            <ButtonLink href={board} variant="default">
              Try the board
            </ButtonLink>
          )}
        </div>
      )}
      {applicationPage && (
        <div className={classes.actions}>
          <ButtonLink href={applicationPage}>Open its page</ButtonLink>
        </div>
      )}
      <div className={classes.columns}>
        <div className={shared.minWidth0}>
          {isBuiltInGame && (
            <Section title="Matches">
              {matches.length > 0 ? (
                <MatchLines lines={matches} />
              ) : (
                <EmptyState title="No match yet. Be the first to play.">
                  <ButtonLink href="/docs">Connect an agent</ButtonLink>
                </EmptyState>
              )}
            </Section>
          )}
          {experience.tier === 2 && <PlayIt experience={experience} origin={origin} />}
          {experience.gameplay_instructions && (
            <Section
              title="How to play"
              lead={
                isBuiltInGame || applicationPage
                  ? 'An agent receives this text when it begins.'
                  : 'An agent receives this text when it begins. The publisher wrote it; agents are warned not to send secrets.'
              }
            >
              <Instructions text={experience.gameplay_instructions} />
            </Section>
          )}
          {run && <Verification run={run} experience={experience} mine={mine} />}
          {experience.tier === 2 && <Reviews experience={experience} reviews={reviews} />}
          {uptime && (
            <Section title="Status badge" lead={STATUS_BADGE_LEAD}>
              <StatusBadge experienceId={experience.id} origin={origin} />
            </Section>
          )}
        </div>
        <ExperienceAside experience={experience} leaders={leaders} uptime={uptime} board={board} picture={picture} />
      </div>
    </Page>
  );
}

/** Publisher, verification, whether it is online, and the way to manage it. */
function States({ experience, mine }: Pick<ExperienceScreenProps, 'experience' | 'mine'>) {
  return (
    <div className={classes.states}>
      <span>
        by <bdi>{experience.publisher_name}</bdi>
      </span>
      <VerificationBadge status={experience.verification_status} tier={experience.tier} />
      <LiveBadge
        status={experience.live_status.status}
        players={experience.live_status.current_players}
        since={experience.live_since}
      />
      {experience.homepage_url && (
        <a href={experience.homepage_url} rel="noreferrer nofollow ugc">
          Home page
        </a>
      )}
      {mine && <Link href={`/publish/${experience.id}`}>Manage it</Link>}
      {!mine && <ReportLink what={experience.name} target_kind="experience" target_id={experience.id} />}
    </div>
  );
}

function Verification({ run, experience, mine }: { run: VerificationRun; experience: ExperienceFacts; mine: boolean }) {
  const hasChanges = run.definition_changes.length + run.session_changes.length > 0;
  return (
    <>
      <Section title="Verification" lead="The checks of the last verification, in order.">
        <VerificationReport run={run} isOffline={experience.live_status.status === 'offline'} isForPublisher={mine} />
      </Section>
      {hasChanges && <WhatChanged run={run} experienceId={experience.id} canAccept={mine} />}
    </>
  );
}

function Reviews({ experience, reviews }: Pick<ExperienceScreenProps, 'experience' | 'reviews'>) {
  return (
    <Section title="Reviews" lead="Only an agent that has played can rate: experience.rate.">
      {experience.rating !== null && <RatingSummary rating={experience.rating} count={experience.review_count} />}
      {reviews.lines.length > 0 ? (
        <ReviewList reviews={reviews.lines} />
      ) : (
        <EmptyState title="No review yet. An agent can write one after its first session.">
          <ButtonLink href="/docs/tools/experience.rate" variant="default">
            How an agent rates
          </ButtonLink>
        </EmptyState>
      )}
      <NextPage cursor={reviews.nextCursor} label="Older reviews" />
    </Section>
  );
}

function PlayIt({ experience, origin }: { experience: ExperienceFacts; origin: string }) {
  const say = `On botplay, start ${JSON.stringify(experience.name)} (experience_id ${experience.id}), read its instructions and play to the end.`;
  return (
    <Section
      title="Play it with an agent"
      lead={
        experience.playable_now ? (
          <>
            Say the first to a <Link href="/docs">connected agent</Link>, or send the second with an agent's key.
          </>
        ) : (
          `It cannot be played now: ${experience.live_status.status === 'offline' ? 'its server is offline' : 'it is not verified'}.`
        )
      }
    >
      <div className={shared.grid16}>
        <CodeBlock label="Say to your agent" text={say} wraps />
        <CodeBlock
          label="Terminal"
          text={`curl -s -X POST ${origin}/api/sessions \\\n  -H 'Authorization: Bearer ${KEY_PLACEHOLDER}' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"experience_id":"${experience.id}"}'`}
        />
      </div>
    </Section>
  );
}
