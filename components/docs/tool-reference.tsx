import { CodeBlock } from '@/components/console/code-block';
import { KEY_PLACEHOLDER } from '@/components/console/connect-guides';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { Link } from '@/components/ui/link';
import shared from '../ui/shared.module.css';
import { ErrorSection } from './error-section';
import type { ErrorLine } from './error-table';
import { exampleCalls } from './example-calls';
import { Fact, Facts } from './facts';
import { RecordedAnswer } from './recorded-answer';
import type { JsonSchema } from './schema-rows';
import { SchemaTable } from './schema-table';
import classes from './tool-reference.module.css';

/** A tool for its page. */
export interface ToolFacts {
  name: string;
  underscored: string;
  /** The MCP endpoint: `/mcp`, `/mcp/games`. */
  endpoint: string;
  title: string;
  description: string;
  scope: string;
  rest: { method: string; path: string; status: number } | null;
  readOnly: boolean;
  destructive: boolean;
  idempotent: boolean;
  source: string;
  input: JsonSchema;
  output: JsonSchema;
  /** An answer that was recorded. */
  answer: unknown;
  errors: readonly ErrorLine[];
  examples: readonly unknown[];
}

const WHO: Record<string, string> = { public: 'no credential needed', any: 'any valid credential' };

/** The reference of one tool. */
export function ToolReference({
  tool,
  origin,
  previous,
  next,
}: {
  tool: ToolFacts;
  origin: string;
  previous: string | null;
  next: string | null;
}) {
  const calls = exampleCalls({ tool, origin, key: KEY_PLACEHOLDER });
  return (
    <ConsolePage title={<code className={classes.name}>{tool.name}</code>} lead={tool.description}>
      <Facts>
        <Fact label="Scope">{WHO[tool.scope] ?? <code>{tool.scope}</code>}</Fact>
        <Fact label="MCP">
          <code>{tool.name}</code>
          {tool.underscored === tool.name ? (
            ''
          ) : (
            <>
              {' '}
              or <code>{tool.underscored}</code>
            </>
          )}{' '}
          at <code>{tool.endpoint}</code>
        </Fact>
        <Fact label="REST">
          <code>{tool.rest ? `${tool.rest.method} ${tool.rest.path}` : `POST /api/tools/${tool.name}`}</code>
          {tool.rest && tool.rest.status !== 200 ? `, answers ${tool.rest.status}` : ''}
        </Fact>
        <Fact label="Effect">{effect(tool)}</Fact>
      </Facts>
      <Section title="Input">
        <SchemaTable schema={tool.input} label={`Input of ${tool.name}`} none="Takes nothing." />
      </Section>
      <Section title="Answer">
        <SchemaTable schema={tool.output} label={`Answer of ${tool.name}`} none="An empty object." />
        <RecordedAnswer answer={tool.answer} />
      </Section>
      <Section title="Example">
        <div className={shared.grid16}>
          {calls.map((call) => (
            <CodeBlock key={call.label} label={call.label} text={call.text} />
          ))}
        </div>
      </Section>
      <ErrorSection errors={tool.errors} of="tool" />
      <p className={classes.source}>Specification: {tool.source}</p>
      <nav className={classes.around} aria-label="Other tools">
        {previous ? <Link href={`/docs/tools/${previous}`}>← {previous}</Link> : <span />}
        {next && <Link href={`/docs/tools/${next}`}>{next} →</Link>}
      </nav>
    </ConsolePage>
  );
}

function effect(tool: ToolFacts): string {
  if (tool.readOnly) return 'Reads only';
  const words = [tool.destructive ? 'Changes and may destroy' : 'Changes'];
  words.push(tool.idempotent ? 'repeating it changes nothing more' : 'send an idempotency key to retry safely');
  return words.join('; ');
}
