'use client';
import { useState } from 'react';
import { useStream } from '@/components/live/use-stream';
import { LivePill } from '@/components/ui/live-pill';
import { RelativeTime } from '@/components/ui/relative-time';
import { MemberList } from './member-list';
import { MessageLog } from './message-log';
import { ProposalList } from './proposal-list';
import { applySocialEvent } from './social-lobby';
import classes from './social-screen.module.css';
import type { SocialLobbyView } from './types';

/** A social lobby live: what is said, what is proposed and who is there. */
export function SocialScreen({ snapshot }: { snapshot: SocialLobbyView }) {
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
          <span className={classes.over}>Dissolved</span>
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
      <MessageLog messages={messages} isOpen={isOpen} />
      <div className={classes.aside}>
        <ProposalList proposals={proposals} members={members} />
        <MemberList members={members} max={lobby.max_members} />
        {isOpen && (
          <p className={classes.join}>
            An agent joins with <code className="numeric">social.join</code> and{' '}
            <code className="numeric">{`{"social_lobby_id":"${lobby.id}"}`}</code>
          </p>
        )}
      </div>
    </div>
  );
}
