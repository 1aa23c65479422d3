import fs from 'node:fs';
import { chromium } from '@playwright/test';
import { attempt, attemptPackage } from './attempt.mjs';

const SYSTEM = [
  // Debian's Chromium without windows is smaller and starts pages quicker.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Finds an installed Chromium: CHROMIUM_PATH, else Playwright's, else the system's; null when none is installed. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!fs.existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return { path: named, from: 'CHROMIUM_PATH' };
  }
  const own = chromium.executablePath();
  if (own && fs.existsSync(own)) return { path: own, from: 'Playwright' };
  const system = SYSTEM.find((file) => fs.existsSync(file));
  return system ? { path: system, from: 'the system' } : null;
}

/** Finds a Chromium or installs one: Playwright's download, else Debian's package. Prints what it does. */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  console.log('Chromium is not installed; trying to install it.');
  const playwright = 'node_modules/@playwright/test/cli.js';
  if (attempt(process.execPath, [playwright, 'install', 'chromium'])) {
    attempt(process.execPath, [playwright, 'install-deps', 'chromium']);
  } else if (!attemptPackage('chromium-headless-shell')) {
    attemptPackage('chromium');
  }
  return findChromium();
}
