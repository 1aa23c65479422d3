import { logUnhandledRejections } from '../unhandled-rejections';

logUnhandledRejections();
void Promise.reject(new Error('nobody handles this'));
setTimeout(() => process.stdout.write('it goes on\n'), 10);
