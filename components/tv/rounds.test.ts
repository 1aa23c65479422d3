import { describe, expect, it } from 'vitest';
import { inPlaces } from './rounds';

const places = (before: string, offered: string) => inPlaces([...before], [...offered], (one) => one).join('');

describe('the places beside the TV', () => {
  it('stay while the order of what is offered changes', () => {
    expect(places('', 'abc')).toBe('abc');
    expect(places('abc', 'cab')).toBe('abc');
  });

  it('are taken by what comes, from the first free one on', () => {
    expect(places('abc', 'dca')).toBe('adc');
    expect(places('abc', 'cdea')).toBe('adce');
  });

  it('close up when nothing comes', () => {
    expect(places('abc', 'ca')).toBe('ac');
  });
});
