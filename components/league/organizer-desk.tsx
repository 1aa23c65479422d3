'use client';
import { useState } from 'react';
import type { ApiRequest } from '@/components/console/request';
import { ignoredSchema } from '@/components/console/responses';
import { type Column, DataTable } from '@/components/ui/data-table';
import { NumberField, SelectField, TextField } from '@/components/ui/field';
import { RelativeTime } from '@/components/ui/relative-time';
import { Section } from '@/components/ui/section';
import shared from '@/components/ui/shared.module.css';
import type { HealthRecord } from '@/lib/domain/leagues';
import { FormDialog } from './form-dialog';
import { MemberName } from './member-name';
import { leaguePath } from './paths';
import type { LeagueFixture, LeagueMember, LeagueView } from './types';
import { faultWords, HEALTH_LABELS, scoreText } from './words';

const MAX_REASON = 300;

const organize = (league: LeagueView, body: Record<string, unknown>): ApiRequest<unknown> => ({
  method: 'POST',
  path: `/api/play${leaguePath(league.leagueId)}/organize`,
  body,
  answer: ignoredSchema,
});

/** A button that asks for the reason of a correction. */
function ReasonButton({
  league,
  label,
  submitLabel,
  change,
}: {
  league: LeagueView;
  label: string;
  submitLabel: string;
  change: Record<string, unknown>;
}) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      label={label}
      submitLabel={submitLabel}
      size="compact-sm"
      toRequest={() => organize(league, { ...change, reason })}
    >
      <ReasonField reason={reason} onChange={setReason} />
    </FormDialog>
  );
}

function ReasonField({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  return (
    <TextField
      label="Reason"
      description="Everybody can read it in the list of corrections."
      required
      data-autofocus
      maxLength={MAX_REASON}
      value={reason}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** What only the organizer of a running league sees: how players answer, and what can be put right. */
export function OrganizerDesk({
  league,
  fixtures,
  health,
}: {
  league: LeagueView;
  /** Of the shown round. */
  fixtures: readonly LeagueFixture[];
  health: readonly HealthRecord[];
}) {
  const isOver = league.status === 'completed';
  const pauseOrResume = league.pausedAt ? 'resume' : 'pause';
  const label = league.pausedAt ? 'Resume' : 'Pause';
  const matches = fixtures.filter((fixture) => isCorrectable(league, fixture));
  return (
    <Section title="Organizer’s desk">
      <div className={shared.stack}>
        {!isOver && (
          <div className={shared.row} data-gap="sm">
            <ReasonButton
              // Each has a reason of its own, which all can read.
              key={pauseOrResume}
              league={league}
              label={label}
              submitLabel={label}
              change={{ action: pauseOrResume }}
            />
            <span className={shared.mutedSmall}>
              {league.pausedAt ? 'No match begins until you resume.' : 'Running matches go on; no other begins.'}
            </span>
          </div>
        )}
        <HealthTable league={league} health={health} />
        {matches.length > 0 && <MatchTable league={league} matches={matches} />}
      </div>
    </Section>
  );
}

/** Whether a match of a league is one that its organizer can correct. */
export const isCorrectable = ({ status, round }: LeagueView, fixture: LeagueFixture): boolean =>
  status !== 'registration' && fixture.second !== null && fixture.round <= round;

interface HealthLine {
  member: LeagueMember;
  health: HealthRecord | null;
}

function HealthTable({ league, health }: { league: LeagueView; health: readonly HealthRecord[] }) {
  const byId = new Map(health.map((one) => [one.player_id, one]));
  const rows = league.players.map((member) => ({ member, health: byId.get(member.playerId) ?? null }));
  const columns: Column<HealthLine>[] = [
    {
      head: 'Player',
      isRowHead: true,
      cell: ({ member }) => <MemberName member={member} leagueId={league.leagueId} size={28} />,
    },
    { head: 'State', kind: 'short', cell: ({ member, health: own }) => stateOf(member, own) },
    {
      head: 'Last answer',
      kind: 'short',
      cell: ({ health: own }) => (own?.last_answer_at ? <RelativeTime at={own.last_answer_at} /> : '–'),
    },
    {
      head: 'Latency',
      kind: 'number',
      cell: ({ health: own }) => (own?.last_latency_ms == null ? '–' : `${own.last_latency_ms} ms`),
    },
    {
      head: 'Answered',
      title: 'Answered of the messages that were sent',
      kind: 'number',
      cell: ({ health: own }) => (own && own.sent > 0 ? `${own.answered} of ${own.sent}` : '–'),
    },
    { head: 'Faults', kind: 'number', cell: ({ health: own }) => own?.faults ?? '–' },
    {
      head: 'Last fault',
      cell: ({ health: own }) =>
        own?.last_fault && own.last_fault_at ? (
          <>
            {faultWords(own.last_fault)}, <RelativeTime at={own.last_fault_at} />
          </>
        ) : (
          '–'
        ),
    },
    {
      head: '',
      cell: ({ member }) =>
        league.status !== 'completed' &&
        !member.hasWithdrawn && (
          <ReasonButton
            league={league}
            label="Remove"
            submitLabel={`Remove ${member.playerId}`}
            change={{ action: 'remove_player', player_id: member.playerId }}
          />
        ),
    },
  ];
  return (
    <DataTable
      caption="How the players answer"
      columns={columns}
      rows={rows}
      keyOf={({ member }) => member.playerId}
      look="card"
      scrolls
    />
  );
}

function stateOf(member: LeagueMember, health: HealthRecord | null): string {
  if (member.hasWithdrawn) return 'withdrawn';
  if (health) return HEALTH_LABELS[health.status];
  return member.kind === 'bot' ? 'house bot' : 'not called yet';
}

const MATCH_STATUS_LABELS: Record<LeagueFixture['status'], string> = {
  scheduled: 'not begun',
  active: 'being played',
  completed: 'over',
  bye: 'bye',
};

function MatchTable({ league, matches }: { league: LeagueView; matches: readonly LeagueFixture[] }) {
  const nameOf = (playerId: string | null) => league.players.find((one) => one.playerId === playerId)?.name ?? '';
  const columns: Column<LeagueFixture>[] = [
    { head: 'Match', kind: 'code', isRowHead: true, cell: ({ matchId }) => matchId },
    {
      head: 'Players',
      cell: ({ first, second }) => (
        <>
          <bdi>{nameOf(first)}</bdi> against <bdi>{nameOf(second)}</bdi>
        </>
      ),
    },
    {
      head: 'Result',
      kind: 'short',
      cell: (match) =>
        match.isAnnulled
          ? 'annulled'
          : match.status === 'completed'
            ? scoreText(match)
            : MATCH_STATUS_LABELS[match.status],
    },
    { head: '', cell: (match) => <CorrectMatch league={league} match={match} nameOf={nameOf} /> },
  ];
  return (
    <DataTable
      caption="Matches of the round that can be corrected"
      columns={columns}
      rows={matches}
      keyOf={({ matchId }) => matchId}
      look="card"
      scrolls
    />
  );
}

const ACTION_SENTENCES = {
  replay: 'The result does not count, and the two meet again in this round.',
  annul: 'The result does not count. The two do not meet again.',
  adjudicate: 'You decide the result. A running match ends.',
  extend_deadline: 'The move that is awaited now is due later.',
} as const;
type MatchAction = keyof typeof ACTION_SENTENCES;

/** The corrections of one match that its state allows. */
export function CorrectMatch({
  league,
  match,
  nameOf,
  label = 'Correct',
}: {
  league: LeagueView;
  match: LeagueFixture;
  nameOf: (playerId: string | null) => string;
  label?: 'Correct' | 'Correct this match';
}) {
  const isKnockout = league.format === 'knockout';
  const options: { value: MatchAction; label: string }[] = [
    ...(match.status === 'scheduled' ? [] : [{ value: 'replay' as const, label: 'Play it again' }]),
    { value: 'adjudicate', label: 'Decide the result' },
    ...(match.isAnnulled || isKnockout ? [] : [{ value: 'annul' as const, label: 'Annul it' }]),
    ...(match.status === 'active' ? [{ value: 'extend_deadline' as const, label: 'Give more time' }] : []),
  ];
  const firstAction = options[0]?.value ?? 'adjudicate';
  const [chosen, setChosen] = useState(firstAction);
  // The match may have changed so that what was chosen is no option any more.
  const action = options.some(({ value }) => value === chosen) ? chosen : firstAction;
  const [winner, setWinner] = useState(match.first);
  const [seconds, setSeconds] = useState(60);
  const [reason, setReason] = useState('');
  const change = {
    action,
    match_id: match.matchId,
    reason,
    ...(action === 'adjudicate' ? { winner } : {}),
    ...(action === 'extend_deadline' ? { seconds } : {}),
  };
  return (
    <FormDialog
      label={label}
      title={`Correct ${match.matchId}`}
      submitLabel="Correct the match"
      size={label === 'Correct' ? 'compact-sm' : 'sm'}
      toRequest={() => organize(league, change)}
    >
      <SelectField
        label="What"
        description={ACTION_SENTENCES[action]}
        options={options}
        value={action}
        onChange={(event) => setChosen(event.currentTarget.value as MatchAction)}
      />
      {action === 'adjudicate' && (
        <SelectField
          label="Result"
          options={[
            { value: match.first, label: `${nameOf(match.first)} wins` },
            { value: match.second ?? '', label: `${nameOf(match.second)} wins` },
            { value: 'draw', label: 'Draw' },
            { value: 'none', label: 'Both lose' },
          ]}
          value={winner}
          onChange={(event) => setWinner(event.currentTarget.value)}
        />
      )}
      {action === 'extend_deadline' && (
        <NumberField
          label="Seconds"
          min={1}
          max={3_600}
          value={seconds}
          onChange={(value) => setSeconds(Number(value) || 60)}
        />
      )}
      <ReasonField reason={reason} onChange={setReason} />
    </FormDialog>
  );
}
