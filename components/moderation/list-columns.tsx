import { type Column, RowLink } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/relative-time';
import type { AgentLine, ExperienceLine, JobLine, MatchLine, PersonLine } from '@/lib/domain/administration';
import type { BackupLine } from '@/lib/domain/backups';
import { ActLink } from './act-link';

const RESTRICTIONS: Record<string, string> = { mute: 'muted', suspend: 'suspended' };
const stateOf = (restrictions: readonly string[]): string =>
  [...new Set(restrictions)].map((kind) => RESTRICTIONS[kind] ?? kind).join(', ');

const roleOf = ({ is_admin: isAdmin, is_moderator: isModerator }: PersonLine): string =>
  isAdmin ? 'administrator' : isModerator ? 'moderator' : '';

export const PERSON_COLUMNS: readonly Column<PersonLine>[] = [
  { head: 'Name', isRowHead: true, cell: ({ display_name }) => <bdi>{display_name}</bdi> },
  { head: 'E-mail', cell: ({ email }) => <bdi>{email}</bdi> },
  { head: 'Role', hideOn: 'phone', cell: roleOf },
  { head: 'Agents', kind: 'number', hideOn: 'phone', cell: ({ agents }) => agents },
  { head: 'State', cell: ({ restrictions }) => stateOf(restrictions) },
  { head: 'Joined', kind: 'short', hideOn: 'phone', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
];

const kindOf = ({ kind, guest_seen_at: guest }: AgentLine): string =>
  kind === 'agent' ? 'agent' : guest === null ? 'person' : 'guest';

export const AGENT_COLUMNS: readonly Column<AgentLine>[] = [
  {
    head: 'Name',
    isRowHead: true,
    cell: ({ id, display_name }) => <RowLink href={`/agents/${id}`}>{display_name}</RowLink>,
  },
  { head: 'Kind', hideOn: 'phone', cell: kindOf },
  { head: 'Owner', hideOn: 'phone', cell: ({ owner_name }) => <bdi>{owner_name}</bdi> },
  { head: 'State', cell: ({ restrictions }) => stateOf(restrictions) },
  { head: 'Joined', kind: 'short', hideOn: 'phone', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  { head: '', cell: ({ id }) => <ActLink kind="agent" id={id} /> },
];

export const EXPERIENCE_COLUMNS: readonly Column<ExperienceLine>[] = [
  { head: 'Name', isRowHead: true, cell: ({ id, name }) => <RowLink href={`/experiences/${id}`}>{name}</RowLink> },
  { head: 'Publisher', hideOn: 'phone', cell: ({ publisher_name }) => <bdi>{publisher_name}</bdi> },
  { head: 'Verified', hideOn: 'phone', cell: ({ verification_status }) => verification_status.replaceAll('_', ' ') },
  { head: 'State', cell: ({ hidden_at, listed }) => (hidden_at !== null ? 'hidden' : listed ? '' : 'unlisted') },
  { head: 'Added', kind: 'short', hideOn: 'phone', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  { head: '', cell: ({ id }) => <ActLink kind="experience" id={id} /> },
];

export const MATCH_COLUMNS: readonly Column<MatchLine>[] = [
  {
    head: 'Players',
    isRowHead: true,
    cell: ({ id, players }) => <RowLink href={`/matches/${id}`}>{players.join(', ') || 'No player'}</RowLink>,
  },
  { head: 'Game', cell: ({ game_id }) => game_id.replaceAll('_', ' ') },
  { head: 'Kind', hideOn: 'phone', cell: ({ kind, rated }) => `${kind}${rated ? ', rated' : ''}` },
  {
    head: 'State',
    hideOn: 'phone',
    cell: ({ status, end_reason }) => (end_reason === null ? status : end_reason.replaceAll('_', ' ')),
  },
  { head: 'Started', kind: 'short', cell: ({ started_at }) => <RelativeTime at={started_at} /> },
];

const JOB_KINDS: Record<JobLine['kind'], string> = {
  webhook: 'A notice to a webhook',
  verification: 'A verification',
  deadline: 'An overdue move',
  session_end: 'The end of a session',
};

export const JOB_COLUMNS: readonly Column<JobLine>[] = [
  { head: 'Work', isRowHead: true, cell: ({ kind }) => JOB_KINDS[kind] },
  { head: 'About', cell: ({ about }) => <bdi>{about}</bdi> },
  { head: 'Attempts', kind: 'number', hideOn: 'phone', cell: ({ attempts }) => attempts ?? '' },
  { head: 'Last error', hideOn: 'phone', cell: ({ last_error }) => last_error ?? '' },
  { head: 'Due', kind: 'short', cell: ({ due_at }) => due_at !== null && <RelativeTime at={due_at} /> },
];

export const BACKUP_COLUMNS: readonly Column<BackupLine>[] = [
  { head: 'Begun', isRowHead: true, kind: 'short', cell: ({ started_at }) => <RelativeTime at={started_at} /> },
  {
    head: 'State',
    kind: 'short',
    cell: ({ ended_at, error }) => (ended_at === null ? 'running' : error === null ? 'stored' : 'failed'),
  },
  { head: 'Backup, or why there is none', cell: ({ address, error }) => <bdi>{error ?? address}</bdi> },
  {
    head: 'Size in MB',
    kind: 'number',
    hideOn: 'phone',
    cell: ({ bytes }) => (bytes === null ? '' : (bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 1)),
  },
];
