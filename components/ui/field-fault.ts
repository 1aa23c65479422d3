/** What is read of a control that a browser finds invalid. */
export interface InvalidControl {
  validity: Partial<ValidityState>;
  value: string;
  /** `email`, `url`, `number`, `select-one` and others. */
  type: string;
  validationMessage: string;
  title: string;
  getAttribute(name: string): string | null;
}

const EXPECTED: Readonly<Record<string, string>> = {
  email: 'Write an e-mail address, such as you@example.org.',
  url: 'Write a whole address, such as https://example.org.',
};

/** What is wrong with a control in our own words, which every browser shows alike. */
export function describeFault(control: InvalidControl): string {
  const { validity, value, type } = control;
  const bound = (name: string) => control.getAttribute(name) ?? '';
  if (validity.valueMissing) return type.startsWith('select') ? 'Choose one.' : 'Fill this in.';
  if (validity.badInput) return type === 'number' ? 'Write a number.' : 'This is not complete.';
  if (validity.typeMismatch) return EXPECTED[type] ?? 'This is not in the expected form.';
  if (validity.tooShort) return `At least ${bound('minlength')} characters; these are ${value.length}.`;
  if (validity.tooLong) return `At most ${bound('maxlength')} characters; these are ${value.length}.`;
  if (validity.rangeUnderflow) return `At least ${bound('min').replace('T', ' ')}.`;
  if (validity.rangeOverflow) return `At most ${bound('max').replace('T', ' ')}.`;
  if (validity.stepMismatch) return bound('step') === '' ? 'Write a whole number.' : `In steps of ${bound('step')}.`;
  return control.title || control.validationMessage || 'This is not in the expected form.';
}
