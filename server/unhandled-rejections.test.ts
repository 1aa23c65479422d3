import { afterAll, expect, test } from 'vitest';
import { startProgram } from '@/lib/testing/program';

const program = startProgram('server/testing/rejecting-process.ts');
afterAll(() => program.end());

test('a rejection that nothing handles is logged, and the process goes on', async () => {
  await program.heard('it goes on');
  const output = [...program.lines, program.logged()].join('\n');
  expect(output).toContain('unhandled rejection');
  expect(output).toContain('nobody handles this');
});
