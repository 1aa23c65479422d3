import fs from 'node:fs/promises';
import path from 'node:path';
import { root } from './environment.mjs';

const RATE = 11_025;

/** Each sound: tones one after the other, in hertz and milliseconds; each fades out. */
const SOUNDS = {
  move: [{ hertz: 330, ms: 70 }],
  reply: [{ hertz: 247, ms: 80 }],
  refused: [{ hertz: 120, ms: 120 }],
  end: [
    { hertz: 330, ms: 120 },
    { hertz: 415, ms: 120 },
    { hertz: 494, ms: 260 },
  ],
};

/** A tone with an overtone, as samples from 0 to 255. */
function toneOf({ hertz, ms }) {
  const count = Math.round((RATE * ms) / 1000);
  return Array.from({ length: count }, (_, index) => {
    const phase = (2 * Math.PI * hertz * index) / RATE;
    const attack = Math.min(1, index / 40);
    const fade = (1 - index / count) ** 2;
    return Math.round(128 + 90 * attack * fade * (0.75 * Math.sin(phase) + 0.25 * Math.sin(2 * phase)));
  });
}

/** A WAV file of 8 bits, one channel. */
function wavOf(tones) {
  const samples = Buffer.from(tones.flatMap(toneOf));
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** Writes the sounds of the boards: `node scripts/write-sounds.mjs`. */
const directory = path.join(root, 'public', 'sounds');
await fs.mkdir(directory, { recursive: true });
for (const [name, tones] of Object.entries(SOUNDS))
  await fs.writeFile(path.join(directory, `${name}.wav`), wavOf(tones));
