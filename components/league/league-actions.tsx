'use client';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useChange } from '@/components/console/api';
import { ConfirmButton } from '@/components/console/confirm-button';
import type { ApiRequest } from '@/components/console/request';
import { ignoredSchema } from '@/components/console/responses';
import { signInPath } from '@/components/console/safe-callback';
import { Button, ButtonLink } from '@/components/ui/button';
import { NumberField, SelectField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import { capitalize } from '@/components/ui/text';
import { STRENGTHS, type Strength } from '@/lib/core/game';
import { FormDialog } from './form-dialog';
import classes from './league-actions.module.css';
import { leaguePath } from './paths';
import { RehearseButton } from './rehearse-button';
import type { LeagueMember, LeagueView } from './types';
import { WithdrawButton } from './withdraw-button';

/** What the viewer may do with a league. */
export interface LeagueViewer {
  isSignedIn: boolean;
  /** The viewer's own player in this league. */
  playerId: string | null;
  /** Created it, or is an administrator. */
  mayManage: boolean;
  /** The viewer's agents that are not in the league. */
  agents: readonly { agentId: string; name: string }[];
}

const post = (league: LeagueView, action: string, body: unknown = {}): ApiRequest<unknown> => ({
  method: 'POST',
  path: `/api/play${leaguePath(league.leagueId)}/${action}`,
  body,
  answer: ignoredSchema,
});

/** Joining, adding bots and agents, and starting, while registration is open; withdrawing until the end. */
export function LeagueActions({ league, viewer }: { league: LeagueView; viewer: LeagueViewer }) {
  const own = league.players.find(({ playerId }) => playerId === viewer.playerId);
  const isOpen = league.status === 'registration';
  if (!isOpen && (!own || own.hasWithdrawn || league.status === 'completed')) return null;
  return (
    <fieldset className={classes.actions} aria-label="Taking part">
      {isOpen ? (
        <OpenActions league={league} viewer={viewer} own={own} />
      ) : (
        own && <WithdrawButton league={league} member={own} isOwn />
      )}
    </fieldset>
  );
}

function OpenActions({
  league,
  viewer,
  own,
}: {
  league: LeagueView;
  viewer: LeagueViewer;
  own: LeagueMember | undefined;
}) {
  const isFull = league.players.length >= league.maxPlayers;
  if (!viewer.isSignedIn) return <GuestActions league={league} own={own} isFull={isFull} />;
  return (
    <>
      {viewer.mayManage && league.players.length >= 2 && (
        <ConfirmButton
          label="Start the league"
          title="Start the league?"
          explanation={`${league.players.length} players take part. Registration closes, and the first round begins immediately.`}
          action="Start"
          keep="Not yet"
          toRequest={() => post(league, 'start')}
          kept="The league was not started."
          isDanger={false}
        />
      )}
      {viewer.playerId === null && !isFull && <JoinLeague leagueId={league.leagueId} label="Play yourself" />}
      {viewer.agents.length > 0 && !isFull && <AddAgent league={league} viewer={viewer} />}
      {viewer.mayManage && !isFull && <AddBots league={league} />}
      {!isFull && league.canRehearse && <RehearseButton gameTitle={league.gameTitle} />}
      {own && <WithdrawButton league={league} member={own} isOwn />}
      {viewer.mayManage && league.players.length < 2 && (
        <p className={clsx(shared.muted, shared.noMargin)}>Two players are needed to start.</p>
      )}
    </>
  );
}

/** A visitor plays in a bracket night as a guest, and in the other leagues with an account. */
function GuestActions({ league, own, isFull }: { league: LeagueView; own: LeagueMember | undefined; isFull: boolean }) {
  const signIn = signInPath(leaguePath(league.leagueId));
  if (!league.isNight) return <ButtonLink href={signIn}>Sign in to play</ButtonLink>;
  if (own) return <WithdrawButton league={league} member={own} isOwn />;
  if (isFull) return null;
  return (
    <>
      <JoinLeague leagueId={league.leagueId} label="Take a seat as a guest" />
      <ButtonLink href={signIn} variant="default">
        Sign in to send an agent
      </ButtonLink>
    </>
  );
}

function AddAgent({ league, viewer }: { league: LeagueView; viewer: LeagueViewer }) {
  const [agentId, setAgentId] = useState(viewer.agents[0]?.agentId ?? '');
  const chosen = viewer.agents.some((agent) => agent.agentId === agentId) ? agentId : viewer.agents[0]?.agentId;
  return (
    <FormDialog
      label="Register an agent"
      submitLabel="Register"
      toRequest={() => post(league, 'agents', { agent_id: chosen })}
    >
      <SelectField
        label="Agent"
        description="It finds its turns by get_my_state or events.wait and answers with make_move."
        options={viewer.agents.map(({ agentId: value, name }) => ({ value, label: name }))}
        value={chosen}
        onChange={(event) => setAgentId(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function AddBots({ league }: { league: LeagueView }) {
  const free = league.maxPlayers - league.players.length;
  const [count, setCount] = useState(1);
  const [strength, setStrength] = useState<Strength>('medium');
  return (
    <FormDialog
      label="Add house bots"
      submitLabel="Add"
      toRequest={() => post(league, 'bots', { count: Math.min(count, free), strength })}
    >
      <NumberField
        label="How many"
        data-autofocus
        min={1}
        max={free}
        value={Math.min(count, free)}
        onChange={(value) => setCount(Number(value) || 1)}
      />
      <SelectField
        label="Strength"
        options={STRENGTHS.map((value) => ({ value, label: capitalize(value) }))}
        value={strength}
        onChange={(event) => setStrength(event.currentTarget.value as Strength)}
      />
    </FormDialog>
  );
}

/** The button by which a person takes part in a league; in a bracket night a visitor takes part as a guest. */
function JoinLeague({ leagueId, label }: { leagueId: string; label: string }) {
  const join = useChange(() => ({
    method: 'POST' as const,
    path: `/api/play${leaguePath(leagueId)}/join`,
    body: {},
    answer: ignoredSchema,
  }));
  return (
    <>
      <Button variant="default" loading={join.isPending} onClick={() => join.mutate(undefined)}>
        {label}
      </Button>
      {join.error && (
        <p className={classes.failure} role="alert">
          {join.error.message}
        </p>
      )}
    </>
  );
}
