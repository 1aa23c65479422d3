import { type Column, DataTable } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';

const MESSAGES = [
  ['relay.join', 'agent, page', '{ role, sessionId }', 'relay.joined'],
  ['session.start', 'agent', '{ studyId, participantId }', 'session.started { sessionId }'],
  ['snapshot.get', 'agent', '{}', 'snapshot.state { sessionId, uiSpec, messageHistory, toolSchema }'],
  ['tool.call', 'agent', '{ toolName, params, reason }', 'tool.result { ok, toolName, uiSpec, messageHistory }'],
  ['agent.message', 'agent', '{ text }', 'none; state.updated shows it'],
  ['tool.cancel', 'agent', '{}', 'an error for each call of yours that waits'],
  ['session.end', 'agent, page', '{ reason }', 'session.ended { sessionId, logFile, stateReset }'],
  ['state.updated', 'page', '{ source, uiSpec, messageHistory, toolSchema? }', 'none; agents are sent it'],
  ['user.message', 'page', '{ text, stage? }', 'none; agents are sent it'],
  ['tool.progress', 'page', '{ text? }, with replyTo', 'none; the call may take 30 seconds more, ten minutes in all'],
  ['control.set', 'page', '{ controller: "person" | "agent" }', 'control.changed'],
] as const;

const ERRORS = [
  ['INVALID_MESSAGE', 'No JSON object, another v, an unknown type, a message of the other role, too long or too many.'],
  [
    'SESSION_NOT_ACTIVE',
    'Before relay.join or session.start, after session.end, while no page is open, a refused room.',
  ],
  ['UNKNOWN_TOOL', 'No tool has this name.'],
  [
    'INVALID_PARAMS',
    'A wrong parameter, no reason, a tool that is not offered now, the session of another participant.',
  ],
  ['NO_ACTIVE_SPEC', 'The page shows nothing yet.'],
  ['TOOL_EXECUTION_FAILED', 'The tool failed, the person has taken over or declined, the page did not answer in time.'],
] as const;

const MESSAGE_COLUMNS: readonly Column<(typeof MESSAGES)[number]>[] = [
  { head: 'Message', kind: 'code', isRowHead: true, cell: ([message]) => message },
  { head: 'From', kind: 'short', cell: ([, from]) => from },
  { head: 'Payload', kind: 'code', cell: ([, , payload]) => payload },
  { head: 'Answer', cell: ([, , , answer]) => answer },
];

/** The messages of the relay. */
export function RelayMessageTable() {
  return (
    <DataTable
      caption="Messages of the relay"
      columns={MESSAGE_COLUMNS}
      rows={MESSAGES}
      keyOf={([message]) => message}
      className={table.wide}
      scrolls
    />
  );
}

const ERROR_COLUMNS: readonly Column<(typeof ERRORS)[number]>[] = [
  { head: 'Code', kind: 'code', isRowHead: true, cell: ([code]) => code },
  { head: 'When', cell: ([, when]) => when },
];

/** The error codes of the relay. */
export function RelayErrorTable() {
  return (
    <DataTable caption="Errors of the relay" columns={ERROR_COLUMNS} rows={ERRORS} keyOf={([code]) => code} scrolls />
  );
}
