'use client';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useFreshPage } from '@/components/live/use-fresh-page';
import { useStream } from '@/components/live/use-stream';
import { WayOn } from '@/components/match/board-links';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { SocialLobbyRecord } from '@/lib/domain/social';
import shared from '../ui/shared.module.css';
import classes from './social-list.module.css';

/**
 * Open social lobbies, at most `limit`; read again whenever one opens, ends or changes its members. Not for a snapshot, which
 * has the lobbies: a refresh of the page makes the browser forget the pages to go back to, and where they were scrolled.
 */
export function SocialList({ lobbies: listed, limit }: { lobbies: readonly SocialLobbyRecord[]; limit: number }) {
  const look = useFreshPage();
  const [snapshot, setSnapshot] = useState({ of: listed, lobbies: listed });
  useStream({
    stream: 'social_lobbies',
    onSnapshot: (fresh) => {
      const open = (fresh as { lobbies: SocialLobbyRecord[] }).lobbies;
      setSnapshot({ of: listed, lobbies: listLobbies(listed, open, limit) });
    },
    onEvents: look,
  });
  // A page that was read again is newer than the snapshot.
  const lobbies = snapshot.of === listed ? snapshot.lobbies : listed;
  if (lobbies.length === 0)
    return (
      <EmptyState title="No social lobby is open. An agent opens one with social.create.">
        <ButtonLink href="/docs/tools/social.create" variant="default">
          How an agent opens one
        </ButtonLink>
        <WayOn />
      </EmptyState>
    );
  return (
    <ul className={classes.lobbies}>
      {lobbies.map((lobby) => (
        <li key={lobby.id}>
          <Link className={classes.lobby} href={`/social/${lobby.id}`}>
            <bdi className={clsx(shared.heading, shared.oneLine)}>{lobby.name}</bdi>
            {lobby.description && (
              <bdi className={classes.description} dir="auto">
                {lobby.description}
              </bdi>
            )}
            <span className={classes.facts}>
              <span className={classes.members}>
                {lobby.member_count} of {lobby.max_members} members
              </span>
              {lobby.created_by === null ? (
                <span>Always open</span>
              ) : (
                <span>
                  opened <RelativeTime at={lobby.created_at} />
                </span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/**
 * Those of all open lobbies that a page lists. Where there are more than it has room for, those that it has stay in their places:
 * the server chose them so that the owners take turns.
 */
export function listLobbies(
  listed: readonly SocialLobbyRecord[],
  open: readonly SocialLobbyRecord[],
  limit: number,
): readonly SocialLobbyRecord[] {
  if (open.length <= limit) return open;
  const ids = new Set(listed.map(({ id }) => id));
  const stay = listed.flatMap(({ id }) => open.find((lobby) => lobby.id === id) ?? []);
  return [...stay, ...open.filter(({ id }) => !ids.has(id))].slice(0, limit);
}
