import { parseArgs } from 'node:util';
import { build } from '../../scripts/build.mjs';
import { whyNoBed } from './bed';
import { FAULTS } from './faults';
import { type Row, runFaults, SHORT, WHOLE } from './run';

const USAGE = `npm run failures [-- --list | --short | --only <part of a name> | --times <n>]
Starts several hosts on this machine with three processes of the product, PostgreSQL and its replica, PgBouncer, Redis and nginx,
and makes one failure after the other happen under load. Needs Linux, root and network namespaces.`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '1' },
  },
});

const milliseconds = (value: number | null) => (value === null ? '' : `${value} ms`).padStart(9);

function print({
  fault,
  seconds,
  matches,
  feeds,
  stallMs,
  socketsMs,
  repeated,
  failedTwice,
  violations,
  skipped,
}: Row): void {
  if (skipped) {
    console.log(`skipped  ${fault}: ${skipped}`);
    return;
  }
  const verdict = violations.length === 0 ? 'held  ' : 'BROKEN';
  console.log(
    `${verdict}  ${fault.padEnd(48)} ${seconds.toFixed(0).padStart(4)} s  matches ${String(matches).padStart(4)}  feeds ${String(feeds).padStart(4)}  stall ${milliseconds(stallMs)}  sockets ${milliseconds(socketsMs)}  repeated ${String(repeated).padStart(4)}  failed twice ${failedTwice}`,
  );
  for (const violation of violations.slice(0, 10)) console.log(`        ${violation}`);
}

async function main(): Promise<number> {
  const times = Number(values.times);
  if (values.help || !Number.isInteger(times) || times < 1) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  if (values.list) {
    for (const { name, isShort } of FAULTS) console.log(`${name}${isShort ? ' (also in the short version)' : ''}`);
    return 0;
  }
  const why = await whyNoBed();
  if (why) {
    console.log(`Skipped: ${why}.`);
    return 0;
  }
  await build();
  const plan = values.short ? SHORT : WHOLE;
  const faults = plan.faults.filter(({ name }) => name.includes(values.only));
  if (faults.length === 0) throw new Error(`No failure has "${values.only}" in its name. See --list.`);
  let broken = 0;
  for (let time = 1; time <= times; time++) {
    console.log(`\nRun ${time} of ${times}`);
    const rows = await runFaults({ ...plan, faults, checkout: process.cwd(), onRow: print });
    broken += rows.filter(({ violations }) => violations.length > 0).length;
  }
  console.log(`\n${broken === 0 ? 'No violation.' : `${broken} violated.`}`);
  return broken === 0 ? 0 : 1;
}

process.exit(await main());
