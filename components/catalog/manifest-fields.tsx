'use client';
import { NumberField, SelectField, TextAreaField, TextField, WordsField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import { RadioField, Toggle } from '@/components/ui/toggle';
import {
  type Draft,
  type Path,
  readAt,
  serverKindOf,
  textAt,
  textsAt,
  withServerKind,
  withTier,
  writeAt,
} from './manifest-edit';
import classes from './manifest-form.module.css';
import { SERVER_KINDS, type ServerField } from './server-kinds';

/** The fields that show their faults, in the order of the form. */
export const SHOWN_FIELDS: ReadonlySet<string> = new Set([
  'name',
  'version',
  'summary',
  'category',
  'tags',
  'publisher.name',
  'publisher.contact',
  'homepage_url',
  ...SERVER_KINDS.flatMap(({ kind, fields }) => fields.map(({ field }) => `${kind}.${field}`)),
  'sessions.mode',
  'sessions.interaction_model',
  'sessions.min_players',
  'sessions.max_players',
  'sessions.multiplayer.min_players',
  'sessions.multiplayer.max_players',
  'ui.session_ui_url_template',
  'ws.url',
]);

const KINDS = [
  { value: '2', label: 'Playable here', description: 'Your MCP or REST server; agents play it through Botplay.' },
  { value: '1', label: 'A link', description: 'An entry in the catalog that leads to your page.' },
];

const PROTOCOLS = SERVER_KINDS.map(({ kind, label, description }) => ({ value: kind, label, description }));

interface Fields {
  draft: Draft;
  faults: Record<string, string>;
  onChange: (draft: Draft) => void;
}

/** The properties of a text field at `path`. */
function textField({ draft, faults, onChange }: Fields, path: Path) {
  const name = path.join('.');
  return {
    name,
    value: textAt(draft, path),
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange(writeAt(draft, path, event.currentTarget.value)),
  };
}

function numberField({ draft, faults, onChange }: Fields, path: Path) {
  const name = path.join('.');
  const value = readAt(draft, path);
  return {
    name,
    min: 1,
    max: 100,
    value: typeof value === 'number' ? value : ('' as const),
    error: faults[name],
    onChange: (next: number | '') => onChange(writeAt(draft, path, typeof next === 'number' ? next : undefined)),
  };
}

function listField({ draft, faults, onChange }: Fields, path: Path) {
  const name = path.join('.');
  return {
    name,
    value: textsAt(draft, path),
    error: faults[name],
    onChange: (next: string[]) => onChange(writeAt(draft, path, next)),
  };
}

/** The manifest as fields with descriptions. */
export function ManifestFields(fields: Fields) {
  const playable = readAt(fields.draft, ['tier']) !== 1;
  return (
    <div className={shared.stack} data-gap="lg">
      <About {...fields} />
      <Publisher {...fields} />
      {playable && <Connection {...fields} />}
      {playable && <Play {...fields} />}
      {playable && <Addresses {...fields} />}
    </div>
  );
}

function About(fields: Fields) {
  const { draft, onChange } = fields;
  return (
    <fieldset className={classes.group}>
      <legend>The experience</legend>
      <RadioField
        label="Kind"
        value={readAt(draft, ['tier']) === 1 ? '1' : '2'}
        onChange={(tier) => onChange(withTier(draft, tier === '1' ? 1 : 2))}
        options={KINDS}
      />
      <div className={classes.pair}>
        <TextField label="Name" description="Unique among yours" maxLength={100} {...textField(fields, ['name'])} />
        <TextField label="Version" description="Semantic: 1.0.0" {...textField(fields, ['version'])} />
      </div>
      <TextAreaField
        label="Summary"
        description="What an agent reads before it chooses. At most 500 characters."
        rows={2}
        maxLength={500}
        {...textField(fields, ['summary'])}
      />
      <div className={classes.pair}>
        <TextField
          label="Category"
          description="One lower-case word: game, puzzle, world"
          {...textField(fields, ['category'])}
        />
        <WordsField label="Tags" description="At most 10" max={10} {...listField(fields, ['tags'])} />
      </div>
      <Toggle
        label="Listed in the catalog"
        description="An unlisted experience is reached by its address only."
        checked={readAt(draft, ['listed']) !== false}
        onChange={(isOn) => onChange(writeAt(draft, ['listed'], isOn))}
      />
    </fieldset>
  );
}

function Publisher(fields: Fields) {
  return (
    <fieldset className={classes.group}>
      <legend>The publisher</legend>
      <div className={classes.pair}>
        <TextField
          label="Publisher"
          description="Shown beside the name"
          {...textField(fields, ['publisher', 'name'])}
        />
        <TextField
          label="Contact (optional)"
          description="E-mail or address, public"
          {...textField(fields, ['publisher', 'contact'])}
        />
      </div>
      <TextField label="Home page (optional)" placeholder="https://" {...textField(fields, ['homepage_url'])} />
    </fieldset>
  );
}

function Connection(fields: Fields) {
  const { draft, onChange } = fields;
  const selected = serverKindOf(draft);
  const select = (name: string) => {
    const kind = SERVER_KINDS.find((entry) => entry.kind === name);
    if (kind) onChange(withServerKind(draft, kind));
  };
  return (
    <fieldset className={classes.group}>
      <legend>The server</legend>
      <RadioField label="Protocol" value={selected.kind} onChange={select} options={PROTOCOLS} />
      {selected.fields.map((entry) => (
        <ServerInput key={entry.field} fields={fields} path={[selected.kind, entry.field]} entry={entry} />
      ))}
    </fieldset>
  );
}

function ServerInput({ fields, path, entry }: { fields: Fields; path: Path; entry: ServerField }) {
  const { label } = entry;
  switch (entry.input) {
    case 'text':
      return <TextField label={label} placeholder={entry.placeholder} {...textField(fields, path)} />;
    case 'list':
      return <WordsField label={label} description={entry.description} {...listField(fields, path)} />;
    case 'select': {
      const { draft, faults, onChange } = fields;
      const name = path.join('.');
      return (
        <SelectField
          label={label}
          description={entry.description}
          name={name}
          value={textAt(draft, path) || entry.options[0]?.value}
          onChange={(event) => onChange(writeAt(draft, path, event.currentTarget.value))}
          error={faults[name]}
          options={entry.options}
        />
      );
    }
  }
}

function Play(fields: Fields) {
  const { draft, onChange, faults } = fields;
  const together = readAt(draft, ['sessions', 'multiplayer', 'supported']) === true;
  return (
    <fieldset className={classes.group}>
      <legend>Gameplay</legend>
      <div className={classes.pair}>
        <SelectField
          label="Pace"
          name="sessions.mode"
          value={textAt(draft, ['sessions', 'mode']) || 'turn_based'}
          onChange={(event) => onChange(writeAt(draft, ['sessions', 'mode'], event.currentTarget.value))}
          error={faults['sessions.mode']}
          options={[
            { value: 'turn_based', label: 'Turn by turn' },
            { value: 'realtime', label: 'In real time' },
            { value: 'async', label: 'Over days' },
          ]}
        />
        <SelectField
          label="Agents act by"
          name="sessions.interaction_model"
          value={textAt(draft, ['sessions', 'interaction_model']) || 'session'}
          onChange={(event) => onChange(writeAt(draft, ['sessions', 'interaction_model'], event.currentTarget.value))}
          error={faults['sessions.interaction_model']}
          options={[
            { value: 'session', label: 'session.step' },
            { value: 'proxy', label: 'your own tools (proxy)' },
          ]}
        />
        <NumberField label="Minimum players" {...numberField(fields, ['sessions', 'min_players'])} />
        <NumberField label="Maximum players" {...numberField(fields, ['sessions', 'max_players'])} />
      </div>
      <Toggle
        label="Several agents in one match"
        description="Needs the lobby and match tools."
        checked={together}
        onChange={(isOn) =>
          onChange(writeAt(draft, ['sessions', 'multiplayer'], isOn ? { supported: true } : undefined))
        }
      />
      {together && (
        <div className={classes.pair}>
          <NumberField
            label="Minimum in a match"
            {...numberField(fields, ['sessions', 'multiplayer', 'min_players'])}
          />
          <NumberField
            label="Maximum in a match"
            {...numberField(fields, ['sessions', 'multiplayer', 'max_players'])}
          />
        </div>
      )}
    </fieldset>
  );
}

function Addresses(fields: Fields) {
  return (
    <fieldset className={classes.group}>
      <legend>For spectators</legend>
      <TextField
        label="Page of a session (optional)"
        description="May contain {session_id}, {game_session_id} and {experience_agent_id}"
        placeholder="https://example.org/watch/{session_id}"
        {...textField(fields, ['ui', 'session_ui_url_template'])}
      />
      <TextField
        label="WebSocket (optional)"
        placeholder="wss://example.org/live"
        {...textField(fields, ['ws', 'url'])}
      />
    </fieldset>
  );
}
