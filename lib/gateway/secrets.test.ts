import { expect, it } from 'vitest';
import { removeFromText, removeSecrets } from './secrets';

const SECRET = 'pä/ss "1"';

it.each([
  ['as it is', `Wrong: ${SECRET}!`, 'Wrong: [removed]!'],
  ['inside a URL', `/login?p=${encodeURIComponent(SECRET)}`, '/login?p=[removed]'],
  ['in JSON', JSON.stringify({ given: SECRET }), '{"given":"[removed]"}'],
  ['in JSON with escaped characters', '{"given":"p\\u00E4\\/ss \\"1\\""}', '{"given":"[removed]"}'],
  ['in JSON inside JSON', JSON.stringify([JSON.stringify(`a ${SECRET}`)]), '["\\"a [removed]\\""]'],
  ['in JSON that is not complete', `{"given":${JSON.stringify(SECRET)}`, '{"given":"[removed]"'],
])('a secret is removed from a text that has it %s', (_, text, clean) => {
  expect(removeFromText(text, [SECRET])).toBe(clean);
});

it('a number that is a secret is removed beside a text in the same JSON', () => {
  const answer = '{"message":"bad 918273 or p\\u00e4ss","given":{"passcode":918273,"score":9182734}}';
  expect(removeFromText(answer, ['918273', 'päss'])).toBe(
    '{"message":"bad [removed] or [removed]","given":{"passcode":"[removed]","score":9182734}}',
  );
});

it('keys are cleaned as well, and JSON without a secret stays as it was written', () => {
  expect(removeSecrets({ [SECRET]: [SECRET, 7, null] }, [SECRET])).toEqual({ '[removed]': ['[removed]', 7, null] });
  expect(removeFromText('{ "a":  1 }', [SECRET])).toBe('{ "a":  1 }');
});

it('a text of fewer than four characters is no secret', () => {
  expect(removeFromText('it is a yes', ['yes'])).toBe('it is a yes');
});
