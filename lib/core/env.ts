import { isIP } from 'node:net';
import { z } from 'zod';
import { backupFaults, backupVariables } from './backup-settings';
import { BUCKET_ADDRESS_EXAMPLE, bucketSettingsFault, bucketVariables, parseBucketAddress } from './bucket-settings';
import { once } from './globals';
import { hasUnreadableLegalPage, listLegalPages } from './legal-pages';
import { ARCHIVED_TABLES, retentionDays } from './retention-days';
import { ROLE_NAMES } from './role';
import { readTextRules, type TextRules } from './text-rules';
import { TIMED_PHASES, type TimedPhase } from './werewolf-phases';
import './fault-words';

const flag = z
  .enum(['true', 'false', '1', '0', ''], 'must be true or false')
  .transform((word) => word === 'true' || word === '1');
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== ''),
);
/** A host, or an IPv6 address in brackets. */
const HOST = String.raw`(?:[\w-]+(?:\.[\w-]+)*\.?|\[[0-9a-fA-F:.]+\])`;
/** Entries of which every one has the form; with another one nothing would ever match it, without a word. */
const listOf = (form: string, fault: string) =>
  list.refine((entries) => entries.every((word) => new RegExp(`^(?:${form})$`).test(word)), fault);
const hosts = listOf(`\\*|${HOST}(?::\\d+)?`, 'must be hosts like botplay.lan or botplay:3000, comma-separated, or *');
const privateHosts = listOf(`\\*|${HOST}:\\d+`, 'must be like 10.0.0.5:8080, host:port, comma-separated, or *');
const pushHosts = listOf(`(?:\\*\\.)?${HOST}(?::\\d+)?`, 'must be hosts like push.example or *.push.example:8443');
/** Of Chrome and its relatives, Firefox, Safari and Edge. */
const PUSH_SERVICES = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'];
/** A URL without its last slash. */
const address = z
  .url({ protocol: /^https?$/, message: 'must be an address that begins with https:// or http://' })
  .transform((url) => url.replace(/\/+$/, ''));
/** An origin: a path would be ignored, so it is refused. */
const origin = address.refine(
  (url) => new URL(url).origin === url,
  'must be like https://botplay.example, without a path',
);
const PORT_FAULT = 'must be a whole number from 0 to 65535';
const port = z.coerce.number(PORT_FAULT).int(PORT_FAULT).min(0, PORT_FAULT).max(65535, PORT_FAULT);
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
/** The messages of these two do not repeat the value: it may contain a password. */
const redisUrl = z
  .string()
  .refine((text) => /^rediss?:\/\//.test(text) && URL.canParse(text), 'must be like redis://host:6379 or rediss://…');
const databaseUrl = z
  .string()
  .refine(
    (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text),
    'must be like postgresql://user:password@host:5432/database; in a password / is written as %2F, # as %23, @ as %40',
  );
const smtpUrl = z
  .string()
  .refine(
    (text) => /^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== '',
    'must be like smtp://user:password@host:587 or smtps://host:465',
  );
const MAIL_FROM = /^[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/;
const emails = list.refine(
  (entries) => entries.every((word) => /^\S+@\S+$/.test(word)),
  'must be e-mail addresses, comma-separated',
);
const phaseTimes = z.string().transform((text, context): Partial<Record<TimedPhase, number>> => {
  const parsed = z.partialRecord(z.enum(TIMED_PHASES), z.int().min(1).max(86_400_000)).safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const phases = TIMED_PHASES.join(', ');
  context.addIssue({
    code: 'custom',
    message: `must be JSON like {"NIGHT":45000,"DAY_VOTE":45000}, in milliseconds; the phases are ${phases}`,
  });
  return z.NEVER;
});
/** Who may add themselves: everyone; who has an invitation; who an administrator approves; nobody. */
const REGISTRATION_MODES = ['open', 'invitation', 'approval', 'closed'] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.default(3000),
  /** The IP address at which every port listens; empty: at all of them. */
  LISTEN_ADDRESS: z
    .string()
    .refine((text) => text === '' || isIP(text) !== 0, 'must be an IP address of this machine, like 127.0.0.1 or ::1')
    .default(''),
  /** What this process does; lib/core/role.ts. */
  ROLE: z.enum(ROLE_NAMES, `must be ${ROLE_NAMES.join(', ')}`).default('all'),
  /** Whether pages are made in a process of their own, so that they keep no call waiting; it takes memory. */
  PAGE_PROCESS: flag.default(true),
  DATABASE_URL: databaseUrl.default(''),
  /** PostgreSQL itself, when DATABASE_URL leads to a pooler: for LISTEN, advisory locks, migrations and backups. */
  DATABASE_DIRECT_URL: databaseUrl.default(''),
  /** A streaming replica, for reads that may take a while; lib/data/replica.ts. */
  DATABASE_REPLICA_URL: databaseUrl.default(''),
  /** Connections of one process to PostgreSQL. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  BOTPLAY_DATA_DIR: z.string().default('.data'),
  REDIS_URL: redisUrl.default(''),
  NEXTAUTH_URL: origin.default(''),
  NEXTAUTH_SECRET: z.string().default(''),
  ENCRYPTION_KEYS: list.default([]),
  IDENTITY_KEY: z.string().default(''),
  JWT_KEYS: list.default([]),
  GITHUB_ID: z.string().default(''),
  GITHUB_SECRET: z.string().default(''),
  /** Another URL is a GitHub Enterprise Server. */
  GITHUB_URL: address.default('https://github.com'),
  GOOGLE_CLIENT_ID: z.string().default(''),
  GOOGLE_CLIENT_SECRET: z.string().default(''),
  /** The issuer URL of any OpenID provider. */
  OIDC_ISSUER: address.optional(),
  OIDC_CLIENT_ID: z.string().default(''),
  OIDC_CLIENT_SECRET: z.string().default(''),
  OIDC_NAME: z.string().max(40).default('single sign-on'),
  ADMIN_EMAILS: emails.default([]),
  /** Whether moderators and administrators need a second factor; required in production unless it says optional. */
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional']).optional(),
  SIGN_UP: z.enum(REGISTRATION_MODES).default('open'),
  AGENT_SELF_REGISTRATION: z.enum(REGISTRATION_MODES).default('open'),
  AGENT_SELF_REGISTRATION_PER_HOUR: z.coerce.number().int().min(0).optional(),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).optional(),
  ALLOW_PRIVATE_EXPERIENCE_HOSTS: privateHosts.optional(),
  /** Further Host headers that are served, beside loopback, IP addresses and NEXTAUTH_URL's; `*`: every one. */
  ALLOWED_HOSTS: hosts.default([]),
  /** Whether X-Forwarded-For, -Host and -Proto count, because a proxy in front writes them. */
  TRUST_PROXY: flag.optional(),
  CONFORMANCE_FIXTURES: flag.default(false),
  EXHIBITION: flag.default(true),
  /** How long a call to an experience may take. */
  EXPERIENCE_TIMEOUT_MS: z.coerce.number().int().min(1_000).max(300_000).default(30_000),
  /** A waiting lobby without a change for this long is cancelled. */
  LOBBY_IDLE_MINUTES: z.coerce.number().int().min(1).default(30),
  /** Seconds after which house bots take the empty seats of the Werewolf queue; 0: never. */
  WEREWOLF_FILL_WITH_BOTS_AFTER_S: z.coerce.number().int().min(0).max(86_400).optional(),
  /** Length of the phases of Werewolf in milliseconds, for example {"NIGHT":45000}; other phases keep their default. */
  WEREWOLF_PHASE_MS: phaseTimes.default({}),
  /** Seconds that hidden information of a running rated match is shown late to people who see everything; at least 120. */
  RATED_OMNISCIENT_DELAY_S: z.coerce.number().int().min(120).max(3_600).default(120),
  /** Agents that one owner may have. */
  AGENTS_PER_OWNER: z.coerce.number().int().min(1).default(50),
  /** Whether quotas hold; without them one caller can be measured. */
  QUOTAS: flag.default(true),
  MAX_EXPERIENCES_PER_AGENT: z.coerce.number().int().min(0).default(5),
  LEAGUE_MANAGER_PORT: port.optional(),
  REFEREE_PORT: port.optional(),
  /** The bearer token of /metrics; without one it is open outside production and closed in production. */
  METRICS_TOKEN: z.string().default(''),
  /** A port where /metrics answers without a token. */
  METRICS_PORT: port.optional(),
  /** The OTLP endpoint that gets traces; without one nothing is traced. The SDK of OpenTelemetry reads these variables. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/protobuf', 'must be http/protobuf: the other protocols of OTLP are not supported')
    .default('http/protobuf'),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
  OTEL_SERVICE_NAME: z.string().default('botplay'),
  OTEL_RESOURCE_ATTRIBUTES: z.string().default(''),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on'),
  /** The share of traces that a sampler by ratio keeps. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Where weaknesses are reported, an e-mail or an address, for /.well-known/security.txt. */
  SECURITY_CONTACT: z
    .string()
    .refine((text) => /^(mailto:|https:\/\/|tel:)\S+$|^\S+@\S+$/.test(text), 'must be an e-mail or an https:// address')
    .or(z.literal(''))
    .default(''),
  /** Days for which rows of some tables are kept, by table. */
  RETENTION_DAYS: retentionDays.default({}),
  /** A folder, or s3://bucket/folder: where months are written before they are removed. */
  ARCHIVE_TO: z
    .string()
    .refine(
      (place) => !/^(?:s3:|[a-z0-9]+:\/\/)/i.test(place) || parseBucketAddress(place) !== null,
      `must be a folder or an address like ${BUCKET_ADDRESS_EXAMPLE}`,
    )
    .default(''),
  /** A folder with terms.md, privacy.md and imprint.md, or some of them: the pages /legal/…, linked below every page. */
  LEGAL_DIR: z
    .string()
    .refine((folder) => folder === '' || !hasUnreadableLegalPage(folder), 'has a text that cannot be read')
    .refine(
      (folder) => folder === '' || listLegalPages(folder).length > 0,
      'must be a folder with terms.md, privacy.md or imprint.md in it',
    )
    .default(''),
  /** A file with rules for texts of strangers; without one there is no rule. */
  TEXT_RULES: z
    .string()
    .default('')
    .transform((file, context): TextRules | null => {
      if (file === '') return null;
      try {
        return readTextRules(file);
      } catch (thrown) {
        context.addIssue({ code: 'custom', message: (thrown as Error).message });
        return z.NEVER;
      }
    }),
  /** The server that sends mail; without one no mail is sent. */
  /** Push services that notices are sent to: hosts, `*.` for those below one; with a port where it is not 443. */
  PUSH_SERVICES: pushHosts.default(PUSH_SERVICES),
  SMTP_URL: smtpUrl.or(z.literal('')).default(''),
  /** Who mails are from. */
  MAIL_FROM: z
    .string()
    .regex(MAIL_FROM, 'must be an e-mail, or a name and an e-mail like Botplay <no-reply@botplay.example>')
    .or(z.literal(''))
    .default(''),
  ...backupVariables,
  ...bucketVariables,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Variables that only work together. */
const GROUPS = [
  ['GITHUB_ID', 'GITHUB_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
] as const;

const PORTS = ['PORT', 'LEAGUE_MANAGER_PORT', 'REFEREE_PORT', 'METRICS_PORT'] as const;

/** Names of all variables; .env.example explains each. */
export const ENV_NAMES: readonly string[] = Object.keys(schema.shape);

type Parsed = z.infer<typeof schema>;

export interface Env
  extends Omit<
    Parsed,
    | 'ADMIN_SECOND_FACTOR'
    | 'AGENT_SELF_REGISTRATION_PER_HOUR'
    | 'RATE_LIMIT_PER_MINUTE'
    | 'ALLOW_PRIVATE_EXPERIENCE_HOSTS'
    | 'TRUST_PROXY'
    | 'WEREWOLF_FILL_WITH_BOTS_AFTER_S'
  > {
  /** NODE_ENV=production with an external database; the embedded set-up is not production. */
  production: boolean;
  ADMIN_SECOND_FACTOR: 'required' | 'optional';
  AGENT_SELF_REGISTRATION_PER_HOUR: number;
  RATE_LIMIT_PER_MINUTE: number;
  WEREWOLF_FILL_WITH_BOTS_AFTER_S: number;
  TRUST_PROXY: boolean;
  /** Exact `host:port` entries; `*` allows every private host. */
  ALLOW_PRIVATE_EXPERIENCE_HOSTS: string[];
}

/**
 * Reads the environment. Set BOTPLAY_EMBEDDED=1 (done by the start script together with DATABASE_URL) to say
 * that the database is the embedded one.
 * @throws Error naming each variable that is missing or wrong.
 */
export function parseEnv(source: NodeJS.ProcessEnv): Env {
  const cleaned = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const result = schema.safeParse(cleaned);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment is not valid:\n${faults.join('\n')}`);
  }
  const values = result.data;
  const incomplete = GROUPS.filter((group) => {
    const set = group.filter((name) => values[name]).length;
    return set > 0 && set < group.length;
  });
  if (incomplete.length > 0)
    throw new Error(
      `The environment is not valid:\n${incomplete.map((names) => `  ${names.join(', ')}: set all of them or none`).join('\n')}`,
    );
  const twice = PORTS.filter(
    (name) => values[name] && PORTS.some((one) => one !== name && values[one] === values[name]),
  );
  if (twice.length > 0)
    throw new Error(`The environment is not valid:\n  ${twice.join(', ')}: set a port of its own for each`);
  const faults = backupFaults(values);
  if (faults.length > 0)
    throw new Error(`The environment is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  const unarchived = ARCHIVED_TABLES.filter((table) => table !== 'telemetry' && values.RETENTION_DAYS[table]);
  if (unarchived.length > 0 && values.ARCHIVE_TO === '')
    throw new Error(
      `The environment is not valid:\n  RETENTION_DAYS: ${unarchived.join(', ')} are removed after they were archived only: set ARCHIVE_TO`,
    );
  const bucketFault = values.ARCHIVE_TO.startsWith('s3:') ? bucketSettingsFault(values) : null;
  if (bucketFault !== null)
    throw new Error(`The environment is not valid:\n  ARCHIVE_TO leads to a bucket. ${bucketFault}`);
  const production = values.NODE_ENV === 'production' && values.DATABASE_URL !== '' && source.BOTPLAY_EMBEDDED !== '1';
  if (production) {
    const required = ['NEXTAUTH_URL', 'NEXTAUTH_SECRET', 'ENCRYPTION_KEYS', 'IDENTITY_KEY', 'JWT_KEYS'] as const;
    const missing = required.filter((name) => values[name].length === 0);
    if (missing.length > 0)
      throw new Error(
        `Production needs ${missing.join(', ')}. A start with a DATABASE_URL of your own is production; .env.example says how each is made.`,
      );
    if (values.CONFORMANCE_FIXTURES) throw new Error('CONFORMANCE_FIXTURES is refused in production.');
  }
  return {
    ...values,
    production,
    ADMIN_SECOND_FACTOR: values.ADMIN_SECOND_FACTOR ?? (production ? 'required' : 'optional'),
    AGENT_SELF_REGISTRATION_PER_HOUR: values.AGENT_SELF_REGISTRATION_PER_HOUR ?? (production ? 20 : 0),
    RATE_LIMIT_PER_MINUTE: values.RATE_LIMIT_PER_MINUTE ?? (production ? 6000 : 0),
    WEREWOLF_FILL_WITH_BOTS_AFTER_S: values.WEREWOLF_FILL_WITH_BOTS_AFTER_S ?? (production ? 0 : 60),
    TRUST_PROXY: values.TRUST_PROXY ?? values.ALLOWED_HOSTS.includes('*'),
    ALLOW_PRIVATE_EXPERIENCE_HOSTS: values.ALLOW_PRIVATE_EXPERIENCE_HOSTS ?? (production ? [] : ['*']),
  };
}

/** Fewer characters can be guessed. */
const MIN_SECRET_LENGTH = 32;

/** Secrets of a site in production that are so short that they can be guessed. */
export function findShortSecrets(values: Pick<Env, 'production' | 'NEXTAUTH_SECRET' | 'IDENTITY_KEY'>): string[] {
  if (!values.production) return [];
  return (['NEXTAUTH_SECRET', 'IDENTITY_KEY'] as const).filter((name) => values[name].length < MIN_SECRET_LENGTH);
}

/** The environment of this process, parsed once. Secrets that the embedded set-up generates are put into it by the start script. */
export function env(): Env {
  return once('env', () => parseEnv(process.env));
}
