import { bookingApp } from '@/lib/domain/booking';
import { type RelayApp, registerRelayApp, remoteApp } from '@/lib/domain/relay';

/** Every application that a person and agents use together; the first is meant where none is named. */
const RELAY_APPS = [bookingApp, remoteApp] as unknown as readonly RelayApp[];

/** Makes the applications known to the relay, before the first connection. */
export function registerRelayApps(): void {
  for (const app of RELAY_APPS) registerRelayApp(app);
}
