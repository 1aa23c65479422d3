import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './use-copy';

afterEach(() => vi.unstubAllGlobals());

/** A page in which the older way of copying answers `answer`; returns what was selected then, and where. */
function openPage(answer: boolean, dialog?: string) {
  const copies: { text: string; place: string }[] = [];
  const area = { value: '', focus() {}, select() {}, remove() {} };
  let place = '';
  const elementOf = (name: string) => ({ append: () => (place = name) });
  vi.stubGlobal('document', {
    activeElement: null,
    body: elementOf('body'),
    createElement: () => area,
    querySelector: () => (dialog ? elementOf(dialog) : null),
    execCommand: () => {
      copies.push({ text: area.value, place });
      return answer;
    },
  });
  return copies;
}

const clipboardThat = (writeText: (text: string) => Promise<void>) =>
  vi.stubGlobal('navigator', { clipboard: { writeText } });

test('a text is copied by the clipboard of the browser', async () => {
  const copies = openPage(false);
  const writeText = vi.fn(async () => {});
  clipboardThat(writeText);
  expect(await copyText('a key')).toBe(true);
  expect(writeText).toHaveBeenCalledWith('a key');
  expect(copies).toEqual([]);
});

test('without that clipboard, as with plain http, a text is copied by a selection', async () => {
  vi.stubGlobal('navigator', {});
  const copies = openPage(true);
  expect(await copyText('a key')).toBe(true);
  expect(copies).toEqual([{ text: 'a key', place: 'body' }]);
});

test('the selection is in the dialog that is open, where it can have the focus', async () => {
  vi.stubGlobal('navigator', {});
  const copies = openPage(true, 'dialog');
  expect(await copyText('a key')).toBe(true);
  expect(copies).toEqual([{ text: 'a key', place: 'dialog' }]);
});

test('a text that the browser copies in neither way is reported as not copied', async () => {
  clipboardThat(() => Promise.reject(new Error('NotAllowedError')));
  const copies = openPage(false);
  expect(await copyText('a key')).toBe(false);
  expect(copies).toHaveLength(1);
});
