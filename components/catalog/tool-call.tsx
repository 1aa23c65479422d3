'use client';
import { useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { answerOf } from '@/components/console/answer';
import { useOneRequest } from '@/components/console/api';
import { CodeBlock } from '@/components/console/code-block';
import { FailureNotice } from '@/components/console/failure-notice';
import { StatusWord } from '@/components/console/status-word';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import { Segments } from '@/components/ui/toggle';
import type { TestAnswer } from '@/lib/domain/verification';
import { SentAndAnswered } from './check-details';
import classes from './manifest-form.module.css';
import { type ArgumentTexts, argumentFields, idsIn, readArguments, startWithIds, textsOf } from './tool-arguments';
import { ArgumentInput, JsonInput } from './tool-inputs';

interface Tool {
  name: string;
  description?: string | undefined;
  inputSchema?: unknown;
}

interface ToolCallProps {
  experienceId: string;
  tools: readonly Tool[];
  /** The token of the calls, as the body of a request carries it. */
  bearer: { bearer_token?: string };
}

/** The name of the input for all arguments as one JSON object. */
const WHOLE = 'arguments';

const readWhole = (text: string) => {
  try {
    const read = z.record(z.string(), z.unknown()).safeParse(JSON.parse(text.trim() === '' ? '{}' : text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
};

/** Chooses a tool, asks for its arguments by its JSON Schema, and shows what the server answers. */
export function ToolCall({ experienceId, tools, bearer }: ToolCallProps) {
  const [name, setName] = useState(tools[0]?.name ?? '');
  const [texts, setTexts] = useState<ArgumentTexts>(new Map());
  const [faults, setFaults] = useState<ArgumentTexts>(new Map());
  /** The arguments as JSON; null while they are written in inputs. */
  const [whole, setWhole] = useState<string | null>(null);
  /** Ids of earlier calls, which the form of the next tool begins with. */
  const [ids, setIds] = useState<ReadonlyMap<string, string>>(new Map());
  const form = useRef<HTMLFormElement>(null);
  const call = useOneRequest(
    (input: { tool_name: string; arguments: Record<string, unknown> }) => ({
      method: 'POST' as const,
      path: `/api/console/experiences/${experienceId}/call`,
      body: { ...input, ...bearer },
      answer: answerOf<TestAnswer>(),
    }),
    () => undefined,
  );
  const tool = tools.find((one) => one.name === name) ?? tools[0];
  const fields = useMemo(() => argumentFields(tool?.inputSchema), [tool]);
  if (!tool) return <p>The server lists no tools.</p>;
  const text = whole ?? (fields === null ? '' : null);

  function choose(next: string) {
    setName(next);
    setTexts(startWithIds(argumentFields(tools.find((one) => one.name === next)?.inputSchema) ?? [], ids));
    setFaults(new Map());
    setWhole(null);
    call.reset();
  }

  /** The arguments; null when there are faults, which are shown, with the focus on the first. `isStrict`: all that are required. */
  function read(isStrict: boolean): Record<string, unknown> | null {
    const object = text === null ? null : readWhole(text);
    const result =
      text === null
        ? readArguments(fields ?? [], texts, { isStrict })
        : object
          ? { arguments: object }
          : { faults: new Map([[WHOLE, 'Write a JSON object: {"key": "value"}.']]) };
    setFaults('faults' in result ? result.faults : new Map());
    if ('arguments' in result) return result.arguments;
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
    return null;
  }

  function show(view: string) {
    const values = read(false);
    if (!values) return;
    if (view === 'json') return setWhole(JSON.stringify(values, null, 2));
    const written = fields && textsOf(fields, values);
    if (!written)
      return setFaults(new Map([[WHOLE, 'The form has no inputs for all of this. Call the tool from here.']]));
    setTexts(written);
    setWhole(null);
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        const values = read(true);
        if (!values) return;
        const toIds = ({ answer }: TestAnswer) => setIds(new Map([...ids, ...idsIn(values, answer)]));
        call.mutate({ tool_name: tool.name, arguments: values }, { onSuccess: toIds });
      }}
    >
      <div className={shared.stack}>
        <SelectField
          label="Tool"
          description={tool.description}
          options={tools.map((one) => one.name)}
          value={tool.name}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {fields && (
          <Segments
            className={classes.argumentViews}
            aria-label="Write the arguments as"
            value={text === null ? 'fields' : 'json'}
            onChange={show}
            options={[
              { value: 'fields', label: 'Form' },
              { value: 'json', label: 'JSON' },
            ]}
          />
        )}
        {text === null &&
          fields?.map((field) => (
            <ArgumentInput
              key={`${tool.name} ${field.pointer}`}
              field={field}
              texts={texts}
              faults={faults}
              onChange={setTexts}
            />
          ))}
        {text !== null && (
          <JsonInput label="Arguments as JSON" value={text} fault={faults.get(WHOLE)} onChange={setWhole} />
        )}
        <div className={shared.row}>
          <Button type="submit" variant="default" loading={call.isPending}>
            Call the tool
          </Button>
        </div>
        <FailureNotice failure={call.error} kept="Your arguments are still in the form." />
        {call.data && <ToolAnswer answer={call.data} />}
      </div>
    </form>
  );
}

function ToolAnswer({ answer: { answer, error, exchange, duration_ms: tookMs } }: { answer: TestAnswer }) {
  return (
    <div role="status" className={shared.grid8}>
      <StatusWord tone={error ? 'bad' : 'good'}>
        {error ? `Refused with ${error.code}` : 'Answered'} after {Math.round(tookMs)} ms
      </StatusWord>
      <CodeBlock label="Answer" text={error ? error.message : JSON.stringify(answer, null, 2)} wraps />
      {exchange && <SentAndAnswered exchanges={[exchange]} />}
    </div>
  );
}
