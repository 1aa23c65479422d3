// A process whose pages have a process of their own, which it never lets begin: a start that fails, at a line of its input.
import { once } from 'node:events';
import path from 'node:path';
import { programArguments } from '@/lib/testing/program';
import { PageProcess } from '../page-process';

const [file = '', ...before] = programArguments(path.resolve('server/testing/pages-process.ts')).reverse();
new PageProcess({ file, execArgv: before.reverse() });
process.stdout.write('started\n');
await once(process.stdin, 'data');
process.exit(1);
