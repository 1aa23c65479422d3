import { StatusWord } from '@/components/console/status-word';
import { RelativeTime } from '@/components/ui/relative-time';

type Tone = 'live' | 'good' | 'done' | 'wait' | 'bad';

const VERIFICATION: Record<string, { word: string; tone: Tone }> = {
  verified: { word: 'Verified', tone: 'good' },
  connectivity_verified: { word: 'Reachable', tone: 'good' },
  pending: { word: 'Being verified', tone: 'wait' },
  failed: { word: 'Failed its checks', tone: 'bad' },
  unverified: { word: 'Not verified', tone: 'done' },
};

/** The verification status as a word. A link is not verified. */
export function VerificationBadge({ status, tier }: { status: string; tier: number }) {
  const { word, tone } =
    tier === 1
      ? { word: 'Link', tone: 'done' as const }
      : (VERIFICATION[status] ?? { word: status, tone: 'done' as const });
  return <StatusWord tone={tone}>{word}</StatusWord>;
}

const LIVE: Record<string, { word: string; tone: Tone }> = {
  online: { word: 'Online', tone: 'good' },
  degraded: { word: 'Slow', tone: 'wait' },
  offline: { word: 'Offline', tone: 'bad' },
};

/** Whether an experience is online, and since when; nothing while it is unknown. */
export function LiveBadge({ status, players, since }: { status: string; players: number; since?: string | null }) {
  const label = LIVE[status];
  if (!label) return null;
  const busy = players > 0 ? `, ${players} playing` : '';
  return (
    <StatusWord tone={players > 0 && status !== 'offline' ? 'live' : label.tone}>
      {`${label.word}${busy}`}
      {since && status !== 'online' && (
        <>
          {' '}
          <RelativeTime at={since} />
        </>
      )}
    </StatusWord>
  );
}
