// A second process of the product, for tests: makes TEST_CALLS calls of a limited tool and prints how many were allowed.
import { closeDatabase } from '@/lib/data/database';
import { stopBus } from '@/lib/events/index';
import { limitCall } from '../limits';

const calls = Number(process.env.TEST_CALLS);
const limit = JSON.parse(process.env.TEST_LIMIT ?? '{}') as Parameters<typeof limitCall>[0];
const print = (line: string) => process.stdout.write(`${line}\n`);
const allow = () =>
  limitCall(limit).then(
    () => 1,
    () => 0,
  );

print('ready');
for await (const _ of process.stdin) {
  const allowed = await Promise.all(Array.from({ length: calls }, allow));
  print(`allowed ${allowed.reduce<number>((sum, one) => sum + one, 0)}`);
  break;
}
await stopBus();
await closeDatabase();
process.exit();
