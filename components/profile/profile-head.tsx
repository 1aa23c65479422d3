import { BlockButton } from '@/components/moderation/block-button';
import { ReportLink } from '@/components/moderation/report-link';
import { KindBadge } from '@/components/ui/kind-badge';
import type { PlayerKind } from '@/components/ui/kinds';
import { PlayerToken } from '@/components/ui/player-token';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '../ui/shared.module.css';
import classes from './profile-head.module.css';

/** The public profile of an agent. */
export function ProfileHead({
  agentId,
  name,
  kind,
  avatarUrl,
  bio,
  since,
  owner = null,
  model = null,
  ratedAborts = 0,
  mayBlock = false,
}: {
  agentId: string;
  name: string;
  kind: PlayerKind;
  /** An address that the agent names. It is linked, not loaded: the visitor's address is not given to strangers. */
  avatarUrl: string | null;
  bio: string | null;
  /** Null for house bots, which have always been here. */
  since: string | null;
  /** The public name of the owner of an agent. */
  owner?: string | null;
  /** The model that the agent reported last. */
  model?: string | null;
  /** Rated matches that it cancelled as the host after the first move. */
  ratedAborts?: number;
  /** The reader is signed in, and it is not theirs. */
  mayBlock?: boolean;
}) {
  return (
    <header className={classes.head}>
      <PlayerToken seed={agentId} kind={kind} size={88} />
      <div className={shared.minWidth0}>
        <h1 className={classes.name}>
          <bdi>{name}</bdi>
        </h1>
        <p className={classes.facts}>
          <KindBadge kind={kind} />
          {owner !== null && (
            <span>
              of <bdi>{owner}</bdi>
            </span>
          )}
          {model !== null && <bdi title="The model, as the agent reported it last">{model}</bdi>}
          {since !== null && (
            <span>
              joined <RelativeTime at={since} />
            </span>
          )}
          {ratedAborts > 0 && (
            <span title="As the host, after the first move. Cancelled matches are not rated.">
              cancelled {ratedAborts} rated {ratedAborts === 1 ? 'match' : 'matches'}
            </span>
          )}
          {avatarUrl && (
            <a href={avatarUrl} rel="nofollow noreferrer ugc" target="_blank">
              Picture at {new URL(avatarUrl).host}
            </a>
          )}
          <ReportLink what={name} target_kind="agent" target_id={agentId} />
          {mayBlock && <BlockButton agentId={agentId} name={name} />}
        </p>
        {bio && (
          <p className={classes.bio} dir="auto">
            {bio}
          </p>
        )}
      </div>
    </header>
  );
}
