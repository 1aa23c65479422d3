import { z } from 'zod';

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

type Issue = z.core.$ZodRawIssue;

function formatSize(amount: number | bigint, origin: string): string {
  if (origin === 'string') return `${amount} ${amount === 1 ? 'character' : 'characters'}`;
  if (origin === 'array' || origin === 'set') return `${amount} ${amount === 1 ? 'entry' : 'entries'}`;
  return '';
}

function formatTooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): string {
  const size = formatSize(maximum, origin);
  if (size !== '') return `must have at most ${size}`;
  return inclusive === false ? `must be below ${maximum}` : `must be at most ${maximum}`;
}

function formatTooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  const size = formatSize(minimum, origin);
  if (size !== '') return minimum === 1 ? 'must not be empty' : `must have at least ${size}`;
  return inclusive === false ? `must be above ${minimum}` : `must be at least ${minimum}`;
}

/** The fault as text that continues "Invalid input at name:"; undefined leaves it to zod. */
function formatFault(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return 'is missing';
      const kind = KINDS[issue.expected];
      return kind === undefined ? undefined : `must be ${kind}`;
    }
    case 'too_big':
      return formatTooBig(issue as z.core.$ZodIssueTooBig);
    case 'too_small':
      return formatTooSmall(issue as z.core.$ZodIssueTooSmall);
    case 'invalid_value': {
      const [only, ...others] = issue.values.map((value) => JSON.stringify(value));
      return others.length === 0 ? `must be ${only}` : `must be one of ${[only, ...others].join(', ')}`;
    }
    case 'invalid_union':
      return issue.input === undefined ? 'is missing' : undefined;
    default:
      return undefined;
  }
}

// A message in a schema comes first; this replaces zod's default texts.
z.config({ customError: formatFault });
