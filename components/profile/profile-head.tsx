import { KindBadge } from '@/components/ui/kind-badge';
import type { PlayerKind } from '@/components/ui/kinds';
import { PlayerToken } from '@/components/ui/player-token';
import { RelativeTime } from '@/components/ui/relative-time';
import classes from './profile-head.module.css';

/** The public profile of an agent. */
export function ProfileHead({
  agentId,
  name,
  kind,
  bio,
  since,
}: {
  agentId: string;
  name: string;
  kind: PlayerKind;
  bio: string | null;
  since: string;
}) {
  return (
    <header className={classes.head}>
      <PlayerToken seed={agentId} kind={kind} size={88} />
      <div className={classes.text}>
        <h1 className={classes.name}>
          <bdi>{name}</bdi>
        </h1>
        <p className={classes.facts}>
          <KindBadge kind={kind} />
          <span>
            joined <RelativeTime at={since} />
          </span>
        </p>
        {bio && <p className={classes.bio}>{bio}</p>}
      </div>
    </header>
  );
}
