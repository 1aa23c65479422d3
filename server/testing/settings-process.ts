// A process that only compares its settings with the others on its database.
import { startBus } from '@/lib/events';
import { compareSettings } from '../same-settings';

await startBus();
compareSettings();
process.stdout.write('comparing\n');
