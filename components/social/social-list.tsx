'use client';
import { clsx } from 'clsx';
import { useRouter } from 'next/navigation';
import { useStream } from '@/components/live/use-stream';
import { WayOn } from '@/components/match/board-links';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { SocialLobbyRecord } from '@/lib/domain/social';
import shared from '../ui/shared.module.css';
import classes from './social-list.module.css';

/** The open social lobbies; read again whenever one opens, ends or changes its members. */
export function SocialList({ lobbies }: { lobbies: readonly SocialLobbyRecord[] }) {
  const router = useRouter();
  const look = () => router.refresh();
  useStream({ stream: 'social_lobbies', onSnapshot: look, onEvents: look });
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
