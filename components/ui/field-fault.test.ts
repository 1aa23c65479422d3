import { expect, it } from 'vitest';
import { describeFault, type InvalidControl } from './field-fault';

const control = (
  validity: InvalidControl['validity'],
  { attributes = {}, ...rest }: Partial<InvalidControl> & { attributes?: Record<string, string> } = {},
): InvalidControl => ({
  ...{ validity, value: '', type: 'text', validationMessage: 'Words of the browser', title: '' },
  ...rest,
  getAttribute: (name) => attributes[name] ?? null,
});

it.each([
  [control({ valueMissing: true }), 'Fill this in.'],
  [control({ valueMissing: true }, { type: 'select-one' }), 'Choose one.'],
  [control({ typeMismatch: true }, { type: 'email' }), 'Write an e-mail address, such as you@example.org.'],
  [
    control({ tooShort: true }, { value: 'short', attributes: { minlength: '10' } }),
    'At least 10 characters; these are 5.',
  ],
  [control({ rangeUnderflow: true }, { type: 'number', attributes: { min: '2' } }), 'At least 2.'],
  [
    control({ rangeOverflow: true }, { type: 'datetime-local', attributes: { max: '2026-01-02T03:04' } }),
    'At most 2026-01-02 03:04.',
  ],
  [control({ stepMismatch: true }, { type: 'number' }), 'Write a whole number.'],
  [control({ badInput: true }, { type: 'number' }), 'Write a number.'],
  [control({ patternMismatch: true }, { title: 'Six digits.' }), 'Six digits.'],
])('describes the fault of a control as "%2$s"', (given, words) => {
  expect(describeFault(given)).toBe(words);
});
