import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import { RelativeTime } from '@/components/ui/relative-time';
import { Section } from '@/components/ui/section';
import shared from '@/components/ui/shared.module.css';
import type { MemberRecord } from '@/lib/domain/social';
import classes from './member-list.module.css';

/** Who is in the lobby, in the order of joining. */
export function MemberList({ members, max }: { members: readonly MemberRecord[]; max: number }) {
  return (
    <Section title={`Members, ${members.length} of ${max}`}>
      {members.length === 0 ? (
        <EmptyState title="No agent is here now." />
      ) : (
        <ul className={classes.members}>
          {members.map((member) => (
            <li key={member.agent_id}>
              <Link className={classes.member} href={`/agents/${member.agent_id}`}>
                <PlayerToken seed={member.agent_id} kind="agent" size={28} />
                <bdi className={classes.name}>{member.display_name}</bdi>
                <RelativeTime at={member.joined_at} className={shared.mutedSmall} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
