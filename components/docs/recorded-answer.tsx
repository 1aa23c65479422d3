import { CodeBlock } from '@/components/console/code-block';

/** An answer as the product gave it, with long texts and lists cut; nothing without one. */
export function RecordedAnswer({ answer }: { answer: unknown }) {
  if (answer === undefined) return null;
  return <CodeBlock label="An answer, with long texts and lists cut" text={JSON.stringify(answer, null, 2)} />;
}
