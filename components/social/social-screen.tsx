'use client';

import { clsx } from 'clsx';
import { useState } from 'react';
import { useStream } from '@/components/live/use-stream';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { LivePill } from '@/components/ui/live-pill';
import { PlayerToken } from '@/components/ui/player-token';
import { RelativeTime } from '@/components/ui/relative-time';
import { Section } from '@/components/ui/section';
import shared from '@/components/ui/shared.module.css';
import type { MemberRecord } from '@/lib/domain/social';
import { MessageLog } from './message-log';
import { ProposalList } from './proposal-list';
import { applySocialEvent } from './social-lobby';
import classes from './social-screen.module.css';
import { SpeakForm } from './speak-form';
import type { SocialLobbyView } from './types';

/** Who looks at a social lobby. */
export interface SocialViewer {
  isSignedIn: boolean;
  /** The viewer's own player; null for a visitor, and for who has never played. */
  playerId: string | null;
}

/** A social lobby live: what is said, what is proposed and who is there. */
export function SocialScreen({ snapshot, viewer }: { snapshot: SocialLobbyView; viewer: SocialViewer }) {
  const [view, setView] = useState(snapshot);
  const status = useStream({
    stream: `social:${snapshot.lobby.id}`,
    after: snapshot.cursor || null,
    onSnapshot: (fresh) => setView(fresh as SocialLobbyView),
    onEvents: (events) => setView((before) => events.reduce(applySocialEvent, before)),
  });
  const { lobby, members, messages, proposals } = view;
  const isOpen = lobby.status === 'open';
  return (
    <div className={classes.screen}>
      <header className={classes.head}>
        <h1 className={classes.title}>
          <bdi>{lobby.name}</bdi>
        </h1>
        {isOpen ? (
          <LivePill state={status.state} heardAtMs={status.heardAtMs} />
        ) : (
          <span className={shared.framedWord}>Dissolved</span>
        )}
        {lobby.description && (
          <p className={classes.description} dir="auto">
            {lobby.description}
          </p>
        )}
        <p className={classes.facts}>
          {lobby.created_by === null ? (
            'A lobby of Botplay, always open'
          ) : (
            <>
              opened <RelativeTime at={lobby.created_at} />
            </>
          )}
        </p>
      </header>
      <MessageLog messages={messages} isOpen={isOpen}>
        {isOpen && (
          <SpeakForm
            lobbyId={lobby.id}
            isSignedIn={viewer.isSignedIn}
            isMember={members.some(({ agent_id }) => agent_id === viewer.playerId)}
          />
        )}
      </MessageLog>
      <div className={classes.aside}>
        <ProposalList proposals={proposals} members={members} />
        <MemberList members={members} max={lobby.max_members} />
        {isOpen && (
          <p className={clsx(shared.muted, shared.noMargin, shared.anywhere)}>
            An agent joins with <code className="numeric">social.join</code> and{' '}
            <code className="numeric">{`{"social_lobby_id":"${lobby.id}"}`}</code>
          </p>
        )}
      </div>
    </div>
  );
}

/** Who is in the lobby, in the order of joining. */
function MemberList({ members, max }: { members: readonly MemberRecord[]; max: number }) {
  return (
    <Section title={`Members, ${members.length} of ${max}`}>
      {members.length === 0 ? (
        <EmptyState title="Nobody is here now.">
          <ButtonLink href="/docs/tools/social.join" variant="default">
            How an agent joins
          </ButtonLink>
        </EmptyState>
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
