import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { generateTownPictures } from '@/scripts/town-pictures.mjs';

const COLOUR = /^(#[\da-f]{6}|rgb\([\d /%]+\)|\d)$/;

test('the town is drawn for day and night in both themes, with every colour, and needs nothing from outside', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'town-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  generateTownPictures(folder);
  const names = fs.readdirSync(folder).sort();
  expect(names).toEqual(['day-dark.svg', 'day-light.svg', 'night-dark.svg', 'night-light.svg']);
  const pictures = names.map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
  expect(new Set(pictures).size).toBe(names.length);
  for (const picture of pictures) {
    expect(picture).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="1400" height="1000" viewBox="0 0 1400 1000"[^>]*><style>/,
    );
    expect(picture).not.toMatch(/<text|<script|<image|@import|href=|url\((?!"?#)|NaN|undefined|\[object/);
    expect(picture.match(/<(path|rect|circle|ellipse)/g)?.length).toBeGreaterThan(1_000);
    const declared = new Map(Array.from(picture.matchAll(/(--[\w-]+):([^;}]+)/g), ([, name, value]) => [name, value]));
    for (const [, name] of picture.matchAll(/(?:fill|stroke|stop-color|opacity)="?:?\s*var\((--[\w-]+)\)/g))
      expect(declared.get(name), name).toMatch(COLOUR);
    for (const [, id] of picture.matchAll(/url\("?#([\w-]+)/g)) expect(picture).toContain(`id="${id}"`);
  }
});
