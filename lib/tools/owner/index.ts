import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { VERSION } from '@/lib/core/version';
import { startVerification, verificationReport } from '@/lib/domain/verification';
import { ACCOUNT_OPERATIONS } from './accounts';
import { ADMIN_LOG_OPERATIONS } from './admin-log';
import { AGENT_CREDENTIAL_OPERATIONS } from './agent-credentials';
import { AGENT_OPERATIONS } from './agents';
import { ANNOUNCEMENT_OPERATIONS } from './announcements';
import { APPROVAL_OPERATIONS } from './approvals';
import { APP_OPERATIONS } from './apps';
import { BLOCK_OPERATIONS } from './blocks';
import { CATALOG_OPERATIONS } from './catalog';
import { CREDENTIAL_OPERATIONS } from './credentials';
import { DIGEST_OPERATIONS } from './digests';
import { EVENT_OPERATIONS } from './events';
import { EXPORT_OPERATIONS } from './exports';
import { FEEDBACK_OPERATIONS } from './feedback';
import { HISTORY_OPERATIONS } from './history';
import { KEY_OPERATIONS } from './keys';
import { LEAGUE_OPERATIONS } from './leagues';
import { MEMORY_OPERATIONS } from './memory';
import { MODERATION_OPERATIONS } from './moderation';
import { NOTIFICATION_OPERATIONS } from './notifications';
import { PLAY_OPERATIONS } from './play';
import { PLAY_ACTIONS } from './play-actions';
import { PUBLISHING_OPERATIONS } from './publishing';
import { REGISTRATION_OPERATIONS } from './registration';
import { SECURITY_OPERATIONS } from './security';
import { SESSION_NOTE_OPERATIONS } from './session-notes';
import { SOCIAL_OPERATIONS } from './social';
import { STATUS_OPERATIONS } from './status';
import { STUDY_OPERATIONS } from './studies';
import { STUDY_ROOM_OPERATIONS } from './study-rooms';
import { SUPERVISION_OPERATIONS } from './supervision';
import { TOWN_OPERATIONS } from './town';

const administration: OwnerOperation[] = [
  defineTool({
    name: 'post_v1_experiences_experience_id_verify',
    title: 'Verify an experience again',
    caller: 'admin',
    rest: 'POST /experiences/{experience_id}/verify',
    restRoot: '/v1',
    restStatus: 202,
    input: z.strictObject({ experience_id: z.uuid().describe('The experience') }),
    output: verificationReport,
    examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001' }],
    run: (_context, { experience_id }) => startVerification({ experienceId: experience_id, trigger: 'admin' }),
  }),
];

const operations: OwnerOperation[] = [
  defineTool({
    name: 'version.get',
    title: 'Read the version of the server',
    caller: 'anyone',
    rest: 'GET /version',
    input: z.strictObject({}),
    output: z.strictObject({
      name: z.literal('botplay').describe('The product'),
      version: z.string().describe('By semver'),
    }),
    examples: [{}],
    run: async () => ({ name: 'botplay' as const, version: VERSION }),
  }),
];

/** Every operation that is not a tool of agents. Specification: interface.md, Who calls and REST. */
export const OWNER_OPERATIONS: readonly OwnerOperation[] = [
  ...ACCOUNT_OPERATIONS,
  ...SECURITY_OPERATIONS,
  ...SESSION_NOTE_OPERATIONS,
  ...REGISTRATION_OPERATIONS,
  ...ANNOUNCEMENT_OPERATIONS,
  ...AGENT_OPERATIONS,
  ...KEY_OPERATIONS,
  ...APP_OPERATIONS,
  ...HISTORY_OPERATIONS,
  ...LEAGUE_OPERATIONS,
  ...SUPERVISION_OPERATIONS,
  ...STATUS_OPERATIONS,
  ...STUDY_OPERATIONS,
  ...STUDY_ROOM_OPERATIONS,
  ...APPROVAL_OPERATIONS,
  ...CREDENTIAL_OPERATIONS,
  ...DIGEST_OPERATIONS,
  ...EXPORT_OPERATIONS,
  ...BLOCK_OPERATIONS,
  ...MODERATION_OPERATIONS,
  ...NOTIFICATION_OPERATIONS,
  ...PUBLISHING_OPERATIONS,
  ...CATALOG_OPERATIONS,
  ...FEEDBACK_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...SOCIAL_OPERATIONS,
  ...MEMORY_OPERATIONS,
  ...PLAY_OPERATIONS,
  ...PLAY_ACTIONS,
  ...TOWN_OPERATIONS,
  ...AGENT_CREDENTIAL_OPERATIONS,
  ...administration,
  ...ADMIN_LOG_OPERATIONS,
  ...operations,
];
