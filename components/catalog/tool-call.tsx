'use client';
import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useOneRequest } from '@/components/console/api';
import { CodeBlock } from '@/components/console/code-block';
import { FailureNotice } from '@/components/console/failure-notice';
import { StatusWord } from '@/components/console/status-word';
import classes from './manifest-form.module.css';
import { type ArgumentTexts, argumentFields, readArguments } from './tool-arguments';
import { ArgumentInput, JsonInput } from './tool-inputs';

const answerSchema = z.object({
  answer: z.unknown(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  duration_ms: z.number(),
});
type Answer = z.infer<typeof answerSchema>;

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

/** Arguments of a tool that has no named ones. */
const WHOLE = {
  name: 'arguments',
  input: 'json',
  options: [],
  isRequired: false,
  description: null,
  initial: '',
} as const;

/** The arguments that are sent, or the fault of each input. */
function readCall(inputSchema: unknown, values: ArgumentTexts): ReturnType<typeof readArguments> {
  const fields = argumentFields(inputSchema);
  if (fields) return readArguments(fields, values);
  const read = readArguments([WHOLE], values);
  if ('faults' in read) return read;
  const whole = z.record(z.string(), z.unknown()).safeParse(read.arguments.arguments ?? {});
  return whole.success
    ? { arguments: whole.data }
    : { faults: new Map([[WHOLE.name, 'Write a JSON object: {"key": "value"}.']]) };
}

/** Chooses a tool, asks for its arguments by its JSON Schema, and shows what the server answers. */
export function ToolCall({ experienceId, tools, bearer }: ToolCallProps) {
  const [name, setName] = useState(tools[0]?.name ?? '');
  const [values, setValues] = useState<ArgumentTexts>(new Map());
  const [faults, setFaults] = useState<ArgumentTexts>(new Map());
  const call = useOneRequest(
    (input: { tool_name: string; arguments: Record<string, unknown> }) => ({
      method: 'POST' as const,
      path: `/api/console/experiences/${experienceId}/call`,
      body: { ...input, ...bearer },
      answer: answerSchema,
    }),
    () => undefined,
  );
  const tool = tools.find((one) => one.name === name) ?? tools[0];
  if (!tool) return <p>The server lists no tools.</p>;
  const fields = argumentFields(tool.inputSchema);

  function choose(next: string) {
    setName(next);
    setValues(new Map());
    setFaults(new Map());
    call.reset();
  }

  function submit(chosen: Tool) {
    const read = readCall(chosen.inputSchema, values);
    setFaults('faults' in read ? read.faults : new Map());
    if ('arguments' in read) call.mutate({ tool_name: chosen.name, arguments: read.arguments });
  }

  const change = (field: string) => (value: string) => setValues((before) => new Map(before).set(field, value));
  return (
    <form
      method="post"
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit(tool);
      }}
    >
      <Stack gap="md">
        <NativeSelect
          label="Tool"
          description={tool.description}
          inputWrapperOrder={['label', 'input', 'description']}
          data={tools.map((one) => one.name)}
          value={tool.name}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {fields?.map((field) => (
          <ArgumentInput
            key={`${tool.name} ${field.name}`}
            field={field}
            value={values.get(field.name) ?? field.initial}
            fault={faults.get(field.name)}
            onChange={change(field.name)}
          />
        ))}
        {fields === null && (
          <JsonInput
            label="Arguments as JSON"
            value={values.get(WHOLE.name) ?? ''}
            fault={faults.get(WHOLE.name)}
            onChange={change(WHOLE.name)}
          />
        )}
        <Group>
          <Button type="submit" variant="default" loading={call.isPending}>
            Call the tool
          </Button>
        </Group>
        <FailureNotice failure={call.error} kept="Your arguments are still in the form." />
        {call.data && <ToolAnswer answer={call.data} />}
      </Stack>
    </form>
  );
}

function ToolAnswer({ answer: { answer, error, duration_ms: tookMs } }: { answer: Answer }) {
  return (
    <div role="status" className={classes.answer}>
      <StatusWord tone={error ? 'bad' : 'good'}>
        {error ? `Refused with ${error.code}` : 'Answered'} after {Math.round(tookMs)} ms
      </StatusWord>
      <CodeBlock label="Answer" text={error ? error.message : JSON.stringify(answer, null, 2)} wraps />
    </div>
  );
}
