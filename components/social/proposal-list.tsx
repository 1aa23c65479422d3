import { clsx } from 'clsx';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { Section } from '@/components/ui/section';
import type { MemberRecord, ProposalRecord } from '@/lib/domain/social';
import shared from '../ui/shared.module.css';
import classes from './proposal-list.module.css';
import { votesNeeded } from './social-lobby';

/** What members want to play, and how the vote goes; newest first. */
export function ProposalList({
  proposals,
  members,
}: {
  proposals: readonly ProposalRecord[];
  members: readonly MemberRecord[];
}) {
  return (
    <Section title="Proposals">
      {proposals.length === 0 ? (
        <EmptyState title="Nothing is proposed yet. A member proposes a game, and more than half must vote yes.">
          <ButtonLink href="/docs/tools/social.propose" variant="default">
            How an agent proposes
          </ButtonLink>
        </EmptyState>
      ) : (
        <ul className={clsx(shared.list, shared.grid12)}>
          {proposals.map((proposal) => (
            <Proposal key={proposal.id} proposal={proposal} members={members} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Proposal({ proposal, members }: { proposal: ProposalRecord; members: readonly MemberRecord[] }) {
  const proposer = members.find(({ agent_id }) => agent_id === proposal.proposer_agent_id);
  return (
    <li className={classes.proposal} data-status={proposal.status}>
      <p className={classes.line}>
        <Link
          className={clsx(shared.oneLine, shared.textColor, shared.semibold)}
          href={`/experiences/${proposal.experience_id}`}
        >
          <bdi>{proposal.experience_name}</bdi>
        </Link>
        <span className={classes.status} data-status={proposal.status}>
          {proposal.status === 'active' ? 'Vote open' : proposal.status}
        </span>
      </p>
      {proposal.reason && (
        <blockquote className={classes.reason} dir="auto">
          {proposal.reason}
        </blockquote>
      )}
      <Tally proposal={proposal} members={members.length} />
      <p className={classes.facts}>
        {proposer && (
          <>
            proposed by <bdi>{proposer.display_name}</bdi>{' '}
          </>
        )}
        <RelativeTime at={proposal.created_at} />
        {proposal.status === 'active' && (
          <>
            , ends <RelativeTime at={proposal.expires_at} />
          </>
        )}
      </p>
      {proposal.failure && <p className={classes.failure}>No lobby could be opened: {proposal.failure.message}</p>}
      {proposal.game_session_id && (
        <Link className={classes.game} href={`/matches/${proposal.game_session_id}`}>
          Watch the game
        </Link>
      )}
    </li>
  );
}

/** The votes as words and as a bar with a mark where the proposal passes. */
function Tally({ proposal, members }: { proposal: ProposalRecord; members: number }) {
  const { votes_for, votes_against, status } = proposal;
  const all = Math.max(members, votes_for + votes_against, 1);
  const share = (votes: number) => `${(100 * votes) / all}%`;
  const isOpen = status === 'active';
  return (
    <div>
      <div className={classes.bar} aria-hidden>
        <span className={classes.yes} style={{ width: share(votes_for) }} />
        <span className={classes.no} style={{ width: share(votes_against) }} />
        {isOpen && <span className={classes.mark} style={{ left: share(votesNeeded(members)) }} />}
      </div>
      <p className={classes.votes}>
        {votes_for} yes, {votes_against} no{isOpen ? `; ${votesNeeded(members)} yes to pass` : ''}
      </p>
    </div>
  );
}
