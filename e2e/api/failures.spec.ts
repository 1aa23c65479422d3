import { expect, test } from '../fixtures';
import { whyNoBed } from '../hosts/bed';
import { runFaults, SHORT } from '../hosts/run';

test('on several hosts, a kill of each part loses and doubles nothing, and play goes on within seconds', async () => {
  test.setTimeout(480_000);
  const reason = await whyNoBed();
  test.skip(reason !== null, `the test bed is not started here: ${reason}`);
  const rows = await runFaults({ ...SHORT, checkout: process.cwd() });
  for (const { fault, stallMs, socketsMs, matches, feeds } of rows) {
    const description = `${matches} matches, ${feeds} feeds, stall ${stallMs} ms, sockets ${socketsMs} ms`;
    test.info().annotations.push({ type: fault, description });
  }
  expect(rows.filter(({ violations }) => violations.length > 0)).toEqual([]);
});
