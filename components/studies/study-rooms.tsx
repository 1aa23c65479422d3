'use client';
import { useState } from 'react';
import { useChange } from '@/components/console/api';
import { ConfirmButton } from '@/components/console/confirm-button';
import { FailureNotice } from '@/components/console/failure-notice';
import classes from '@/components/console/form.module.css';
import { ignoredSchema } from '@/components/console/responses';
import { StatusWord } from '@/components/console/status-word';
import { Button } from '@/components/ui/button';
import { Copyable } from '@/components/ui/copyable';
import { type Column, DataTable } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { SelectField, TextAreaField, TextField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import type { StudyRoom } from '@/lib/domain/relay';

interface NewRooms {
  app: string;
  study_id: string;
  participant_ids: string[];
  page_url?: string;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Makes a room for each participant of a study. */
export function StudyRoomForm() {
  const [app, setApp] = useState('booking');
  const [study, setStudy] = useState('');
  const [participants, setParticipants] = useState('');
  const [pageUrl, setPageUrl] = useState('');
  const make = useChange((body: NewRooms) => ({
    method: 'POST' as const,
    path: '/api/console/relay/rooms',
    body,
    answer: ignoredSchema,
  }));
  return (
    <form
      method="post"
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        const rooms = { app, study_id: study, participant_ids: linesOf(participants) };
        make.mutate(
          { ...rooms, ...(app === 'remote' && pageUrl !== '' ? { page_url: pageUrl } : {}) },
          { onSuccess: () => setParticipants('') },
        );
      }}
    >
      <div className={shared.stack}>
        <FailureNotice failure={make.error} kept="No room was made." />
        <TextField
          label="Study"
          value={study}
          maxLength={200}
          error={make.error?.fields.study_id}
          onChange={(event) => setStudy(event.currentTarget.value)}
        />
        <TextAreaField
          label="Participants, one a line"
          rows={3}
          value={participants}
          error={make.error?.fields.participant_ids}
          onChange={(event) => setParticipants(event.currentTarget.value)}
        />
        <SelectField
          label="Page"
          value={app}
          onChange={(event) => setApp(event.currentTarget.value)}
          options={[
            { value: 'booking', label: 'The cinema' },
            { value: 'remote', label: 'A page of your own' },
          ]}
        />
        {app === 'remote' && (
          <TextField
            label="Address of your page"
            description="Its origin may connect to these rooms."
            value={pageUrl}
            placeholder="https://ui.example/garden"
            error={make.error?.fields.page_url}
            onChange={(event) => setPageUrl(event.currentTarget.value)}
          />
        )}
        <Button type="submit" className={classes.submit} loading={make.isPending}>
          Make rooms
        </Button>
      </div>
    </form>
  );
}

/** What an agent sends first to join a room. */
const joinMessage = ({ session_id, join_token }: StudyRoom): string =>
  JSON.stringify({
    v: 'mvp-0.2',
    type: 'relay.join',
    id: 'join-001',
    payload: { role: 'agent', sessionId: session_id },
    ext: { token: join_token },
  });

function RoomActions({ room: { room_id, participant_id } }: { room: StudyRoom }) {
  const path = `/api/console/relay/rooms/${room_id}`;
  return (
    <div className={shared.row} data-gap="xs">
      <ConfirmButton
        label="New keys"
        title="Make new keys?"
        explanation={
          <>
            The link and the join message of <bdi>{participant_id}</bdi> stop working, and the page and agents that are
            connected are disconnected. A session that runs goes on when the participant opens the new link.
          </>
        }
        action="Make new keys"
        keep="Keep these"
        kept="The keys are as before."
        toRequest={() => ({ method: 'POST', path: `${path}/keys`, answer: ignoredSchema })}
        isDanger={false}
        size="compact-sm"
      />
      <ConfirmButton
        label="Delete"
        title="Delete the room?"
        explanation={
          <>
            The link and the join message of <bdi>{participant_id}</bdi> stop working. Sessions and their logs stay.
          </>
        }
        action="Delete room"
        keep="Keep it"
        kept="The room is still there."
        toRequest={() => ({ method: 'DELETE', path, answer: ignoredSchema })}
        size="compact-sm"
      />
    </div>
  );
}

const COLUMNS: Column<StudyRoom>[] = [
  {
    head: 'Participant',
    isRowHead: true,
    cell: ({ participant_id, study_id, app }) => (
      <>
        <bdi>{participant_id}</bdi>
        <span className={table.sub}>
          <bdi>{study_id}</bdi>
        </span>
        <span className={table.sub}>{app === 'booking' ? 'Cinema' : 'Own page'}</span>
      </>
    ),
  },
  {
    head: 'State',
    kind: 'short',
    cell: ({ is_open, running_session, agents }) => (
      <>
        <StatusWord tone={running_session ? 'live' : 'done'}>
          {running_session ? 'Running' : is_open ? 'Page open' : 'Closed'}
        </StatusWord>
        <span className={table.sub}>
          {agents} {agents === 1 ? 'agent' : 'agents'}
        </span>
      </>
    ),
  },
  {
    head: 'Links',
    cell: (room) => (
      <>
        {room.page_link && <Copyable text={room.page_link} what="the link of the participant" />}
        <Copyable text={joinMessage(room)} what="the join message of agents" />
      </>
    ),
  },
  { head: '', cell: (room) => <RoomActions room={room} /> },
];

/** The rooms that an owner has made. */
export function StudyRoomTable({ rooms }: { rooms: readonly StudyRoom[] }) {
  return (
    <DataTable
      caption="Rooms of studies"
      columns={COLUMNS}
      rows={rooms}
      keyOf={({ room_id }) => room_id}
      className={table.wide}
      scrolls
    />
  );
}
