import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import type { ComponentProps, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { QueryProvider } from '@/components/ui/query-provider';
import type { AgentSession } from '@/lib/domain/console';
import type { KeySummary } from '@/lib/domain/keys';
import type { Notice } from '@/lib/domain/notifications';
import { DecidedApprovals, PendingApprovals, type PendingLine } from './approval-list';
import { ApprovalRules } from './approval-rules';
import { CredentialForm } from './credential-form';
import { KeyTable } from './key-table';
import { MemoryTable } from './memory-table';
import { type Answered, NoticeList } from './notice-list';
import { SessionTable } from './session-table';

const AT = '2026-01-02T03:04:05.000Z';
const HOSTILE = '<img src=x onerror=alert(1)>';

/** Drawing does not navigate: a router only has to be there. */
const router = {} as NonNullable<ComponentProps<typeof AppRouterContext>['value']>;
const draw = (node: ReactNode) =>
  renderToStaticMarkup(
    <AppRouterContext value={router}>
      <QueryProvider>{node}</QueryProvider>
    </AppRouterContext>,
  );
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const notice = (type: Notice['type'], data: Notice['data'] = {}): Notice => ({
  notification_id: type,
  type,
  data: { agent_id: 'a1', agent_name: HOSTILE, experience_id: 'e1', experience_name: 'Reef', ...data },
  at: AT,
  read_at: null,
});

const ANSWERED: Answered = { approvals: { p1: 'pending' }, moved: ['e1'] };

describe('the list of notifications', () => {
  it.each([
    [
      'approval_requested',
      { tool: 'session.step', approval_id: 'p1' },
      'asks to call session.step . Decide',
      '/console/approvals',
    ],
    ['cap_reached', { name: 'daily_steps', limit: 50 }, 'has used up its daily cap of 50 steps.', '/console/agents/a1'],
    ['cap_reached', { name: 'daily_cost', limit: 2 }, 'has used up its daily cap of $2.', '/console/agents/a1'],
    ['credential_withheld', { origin: 'https://new.example' }, 'is now at https://new.example', '/console/credentials'],
    ['experience_unverified', { reason: 'tools_changed' }, 'wait for you to accept them', '/publish/e1'],
    [
      'experience_unverified',
      { message: 'It answers 500.' },
      'can no longer be played: It answers 500.',
      '/publish/e1',
    ],
    ['experience_offline', { since: AT, error: 'No answer' }, 'went offline', '/publish/e1'],
    ['experience_online', { since: AT }, 'answered again', '/publish/e1'],
    ['experience_failing', {}, 'Most calls of agents', '/publish/e1/errors'],
    ['review_received', { rating: 4 }, 'a review with 4 of 5 stars', '/publish/e1/reviews'],
    ['experience_reported', { category: 'wrong_result' }, 'a problem with Reef : wrong result.', '/publish/e1'],
  ] as const)(
    'says what happened in a notice of %s %j, and links to what can be done',
    (type, data, sentence, href) => {
      const html = draw(<NoticeList lines={[notice(type, data)]} answered={ANSWERED} />);
      expect(textOf(html)).toContain(sentence);
      expect(html).toContain(`href="${href}"`);
    },
  );

  it.each([
    ['approved', 'You approved it.'],
    ['used', 'You approved it, and it was called.'],
    ['declined', 'You declined it.'],
    ['expired', 'It expired before you decided.'],
  ])('offers no decision about a call that is %s', (status, words) => {
    const line = notice('approval_requested', { tool: 'session.step', approval_id: 'p2' });
    const html = draw(<NoticeList lines={[line]} answered={{ approvals: { p2: status }, moved: [] }} />);
    expect(textOf(html)).toContain(words);
    expect(html).not.toContain('/console/approvals');
  });

  it('offers no decision about a server for which no credential waits any more', () => {
    const line = notice('credential_withheld', { origin: 'https://new.example' });
    const html = draw(<NoticeList lines={[line]} answered={{ approvals: {}, moved: [] }} />);
    expect(textOf(html)).toContain('Nothing waits for you any more.');
    expect(html).not.toContain('/console/credentials');
  });

  it('speaks of a turn that was taken, and of a time that has ended, as of the past', () => {
    const turn = { ...notice('your_turn', { match_id: 'm1' }), read_at: AT };
    const due = notice('move_due_soon', { match_id: 'm1', due_at: AT });
    const words = textOf(draw(<NoticeList lines={[turn, due]} answered={ANSWERED} />));
    expect(words).toContain('It was your turn in Reef . See the match');
    expect(words).toMatch(/had to move in Reef before its time ended/);
  });

  it('shows a hostile name as text, isolated in its direction', () => {
    const html = draw(
      <NoticeList lines={[notice('cap_reached', { name: 'daily_steps', limit: 1 })]} answered={ANSWERED} />,
    );
    expect(html).toContain('<bdi>&lt;img src=x onerror=alert(1)&gt;</bdi>');
    expect(html).not.toContain('<img');
  });

  it('marks what was not read', () => {
    const read = { ...notice('webhook_test'), notification_id: 'read', read_at: AT };
    const html = draw(<NoticeList lines={[notice('webhook_test'), read]} answered={ANSWERED} />);
    expect(html.match(/data-unread/g)).toHaveLength(1);
  });
});

const approval = (changes: Partial<PendingLine> = {}): PendingLine => ({
  approval_id: 'p1',
  agent_id: 'a1',
  agent_name: 'Ada',
  tool: 'session.step',
  arguments: '{"action":"<b>all in</b>"}',
  arguments_end: null,
  arguments_length: null,
  argument_shape: '{ action: string(13) }',
  status: 'pending',
  requested_at: AT,
  decided_at: null,
  used_at: null,
  expires_at: AT,
  title: 'Take a step',
  named: [],
  ...changes,
});

describe('calls that wait for the owner', () => {
  it('name what an id in the arguments means, as the text of others', () => {
    const named = [{ field: 'experience_id', name: '<i>Chess</i>' }];
    const html = draw(<PendingApprovals lines={[approval({ named })]} />);
    expect(html).toContain('<bdi>&lt;i&gt;Chess&lt;/i&gt;</bdi>');
    expect(textOf(html)).toMatch(/Experience:/);
  });

  it('show who calls what with which arguments, and both decisions', () => {
    const html = draw(<PendingApprovals lines={[approval()]} />);
    expect(textOf(html)).toMatch(/Ada wants to call Take a step session\.step/);
    expect(html).toContain('{&quot;action&quot;:&quot;&lt;b&gt;all in&lt;/b&gt;&quot;}');
    expect(textOf(html)).toMatch(/Approve once Decline$/);
  });

  it('show beginning, end and size of long arguments, and the whole on request', () => {
    const long = approval({ arguments: '{"a', arguments_end: 'z"}', arguments_length: 50_000 });
    const text = textOf(draw(<PendingApprovals lines={[long]} />));
    expect(text).toContain('{&quot;a');
    expect(text).toContain('z&quot;}');
    expect(text).toContain('Show all 50,000 characters');
  });

  it.each([
    ['approved', 'Approved, not called yet'],
    ['declined', 'Declined'],
    ['used', 'Approved and called'],
    ['expired', 'Expired'],
  ] as const)('are listed as %s afterwards, without their values', (status, word) => {
    const text = textOf(draw(<DecidedApprovals lines={[approval({ status, arguments: null })]} />));
    expect(text).toContain(word);
    expect(text).toContain('{ action: string(13) }');
    expect(text).not.toContain('all in');
  });
});

it('tools that can ask first stand under their parts in words, with how many of them do', () => {
  const choices = [
    { name: 'memory.set', title: 'Set memory', group: 'Memory' },
    { name: 'credential.store', title: 'Store a credential', group: 'Memory' },
    { name: 'session.end', title: 'End a session', group: 'Sessions' },
  ];
  const html = draw(<ApprovalRules agentId="a1" tools={['memory.set']} choices={choices} />);
  expect(textOf(html)).toContain('Memory 1 of 2 ask first Set memory memory.set');
  expect(textOf(html)).toContain('Sessions 1 End a session session.end');
  expect(textOf(html)).toContain('1 of 3 tools ask first.');
  expect(html.match(/checked=""/g)).toHaveLength(1);
});

const key = (changes: Partial<KeySummary> = {}): KeySummary => ({
  key_id: 'k1',
  name: 'Laptop',
  prefix: 'abcd1234',
  scopes: ['session:read'],
  status: 'active',
  created_at: AT,
  expires_at: null,
  last_used_at: null,
  last_used_from: null,
  revoked_at: null,
  replaced_by_key_id: null,
  ...changes,
});

describe('the keys of an agent', () => {
  it.each([
    ['active', ['Rotate', 'Revoke']],
    ['replaced', ['Revoke']],
    ['expired', []],
    ['revoked', []],
  ] as const)('of state %s offer %j', (status, actions) => {
    const html = draw(<KeyTable keys={[key({ status })]} onIssued={() => {}} onRevoked={() => {}} />);
    expect(Array.from(html.matchAll(/aria-label="(\w+) Laptop"/g), ([, action]) => action)).toEqual(actions);
  });

  it('of one name are distinguished after a rotation by the key that took the place', () => {
    const old = key({ key_id: 'k0', prefix: 'old00000', status: 'replaced', replaced_by_key_id: 'k1' });
    const html = draw(<KeyTable keys={[key(), old]} onIssued={() => {}} onRevoked={() => {}} />);
    expect(textOf(html)).toMatch(/pgos_old00000… Being replaced by pgos_abcd1234…/);
    expect(textOf(html).match(/Being replaced/g)).toHaveLength(1);
  });

  it('that have no end say so', () => {
    const html = draw(<KeyTable keys={[key()]} onIssued={() => {}} onRevoked={() => {}} />);
    expect(textOf(html)).toContain('Not used yet Does not end');
  });

  it('show the beginning of a key only', () => {
    const html = draw(<KeyTable keys={[key()]} onIssued={() => {}} onRevoked={() => {}} />);
    expect(textOf(html)).toContain('pgos_abcd1234…');
  });
});

const session = (changes: Partial<AgentSession> = {}): AgentSession => ({
  session_id: 's1',
  agent_id: 'a1',
  agent_name: 'Ada',
  experience_id: 'e1',
  experience_name: 'Reef',
  status: 'active',
  mode: 'session',
  match_id: null,
  game_session_id: null,
  step_count: 3,
  end_reason: null,
  result: null,
  opponents: [],
  created_at: AT,
  last_active_at: AT,
  ended_at: null,
  ...changes,
});

describe('the sessions of an owner', () => {
  it.each([
    [{}, /Running/],
    [{ status: 'completed', result: 'win', ended_at: AT }, /Win|Won/],
    [{ status: 'completed', result: 'a poem', ended_at: AT }, /Ended/],
    [{ status: 'failed', ended_at: AT }, /Failed/],
    [{ status: 'completed', end_reason: 'idle_timeout', ended_at: AT }, /ended after 30 minutes of silence/],
  ])('say how a session %j is', (changes, state) => {
    expect(textOf(draw(<SessionTable lines={[session(changes)]} />))).toMatch(state);
  });

  it('link to the match, live while it runs, and name opponents', () => {
    const opponents = [{ name: HOSTILE, kind: 'agent', agent_id: 'a2' }];
    const running = draw(<SessionTable lines={[session({ match_id: 'm1', opponents })]} />);
    expect(running).toMatch(/href="\/matches\/m1"[^>]*>Watch it live/);
    expect(running).toContain('<bdi>&lt;img src=x onerror=alert(1)&gt;</bdi>');
    expect(draw(<SessionTable lines={[session({ match_id: 'm1', status: 'completed' })]} />)).toContain('>Replay<');
  });

  it('end only while they run', () => {
    const hasEnd = (html: string) => /\bEnd\b/.test(textOf(html));
    expect(hasEnd(draw(<SessionTable lines={[session()]} />))).toBe(true);
    expect(hasEnd(draw(<SessionTable lines={[session({ status: 'completed' })]} />))).toBe(false);
  });
});

it('a credential can be stored for the experience that is displayed first', () => {
  const agents = [{ id: 'a1', name: 'Ada' }];
  const form = (experiences: typeof agents) =>
    draw(<CredentialForm agents={agents} experiences={experiences} methods={['api_key']} />);
  const experiences = [
    { id: 'e1', name: 'Reef' },
    { id: 'e2', name: 'Quay' },
  ];
  expect(form(experiences)).toContain('<option value="e1" selected="">Reef</option>');
  expect(form(experiences)).not.toContain('disabled');
  expect(form([])).toContain('disabled');
});

it('the memories of an owner name the agent or all agents, a deleted experience, and at most six keys', () => {
  const memory = {
    layer: 'owner' as const,
    agentId: null,
    agentName: null,
    experienceId: 'e1',
    experienceName: null,
    keys: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
    bytes: 4_200,
    version: 7,
    updatedBy: 'agent',
    updatedAt: AT,
  };
  const text = textOf(draw(<MemoryTable lines={[memory]} />));
  expect(text).toContain('A deleted experience Shared by all your agents a, b, c, d, e, f and 2 more 4.1 KB');
  expect(text).toContain('by agent, version 7');
});
