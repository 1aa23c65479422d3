import { CodeBlock } from '@/components/console/code-block';
import { KEY_PLACEHOLDER } from '@/components/console/connect-guides';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { ErrorSection } from './error-section';
import type { ErrorLine } from './error-table';
import { curlText } from './example-calls';
import { Fact, Facts } from './facts';
import { RecordedAnswer } from './recorded-answer';
import type { JsonSchema } from './schema-rows';
import { SchemaTable } from './schema-table';
import classes from './tool-reference.module.css';

/** A REST operation for its page. */
export interface OperationFacts {
  method: string;
  path: string;
  title: string;
  credential: 'none' | 'cookie' | 'key' | 'either';
  status: number;
  parameters: JsonSchema;
  body: JsonSchema | null;
  output: JsonSchema | null;
  /** An answer that was recorded; undefined without one. */
  answer: unknown;
  example: unknown;
  errors: readonly ErrorLine[];
}

const CREDENTIALS: Record<OperationFacts['credential'], string> = {
  none: 'none needed',
  cookie: 'the cookie of an owner who signed in',
  key: 'an API key or a token',
  either: 'an API key, a token, or the cookie of an owner who signed in',
};

/** The reference of one REST operation. */
export function OperationReference({ operation, origin }: { operation: OperationFacts; origin: string }) {
  const { method, path, body } = operation;
  const name = `${method} ${path}`;
  return (
    <ConsolePage title={<code className={classes.name}>{name}</code>} lead={`${operation.title}.`}>
      <Facts>
        <Fact label="Credential">{CREDENTIALS[operation.credential]}</Fact>
        <Fact label="Success">{operation.status}</Fact>
      </Facts>
      <Section title="Path and query">
        <SchemaTable schema={operation.parameters} label={`Parameters of ${name}`} none="No parameters." />
      </Section>
      {body && (
        <Section title="Body">
          <SchemaTable schema={body} label={`Body of ${name}`} none="An empty object." />
        </Section>
      )}
      <Section title="Answer">
        <SchemaTable schema={operation.output ?? {}} label={`Answer of ${name}`} none="A JSON object." />
        <RecordedAnswer answer={operation.answer} />
      </Section>
      <Section title="Example">
        <CodeBlock label="REST" text={curlText(exampleCall(operation), origin, credentialOf(operation))} />
      </Section>
      <ErrorSection errors={operation.errors} of="operation" />
    </ConsolePage>
  );
}

const exampleCall = ({ method, path, body, example }: OperationFacts) => ({
  method,
  path,
  body: body === null ? null : (example ?? {}),
});

function credentialOf({ credential }: OperationFacts): string | null {
  if (credential === 'none') return null;
  return credential === 'cookie'
    ? 'Cookie: next-auth.session-token=SESSION'
    : `Authorization: Bearer ${KEY_PLACEHOLDER}`;
}
