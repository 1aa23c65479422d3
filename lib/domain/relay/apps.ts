import { once } from '@/lib/core/globals';
import type { RelayApp } from './relay-app';

const registered = () => once('relay.apps', () => new Map<string, RelayApp>());

/** Adds an application; the first one is meant by a host that names none. The server does this at its start. */
export function registerRelayApp<State>(app: RelayApp<State>): void {
  registered().set(app.id, app as RelayApp);
}

/** An application by its id. @throws Error when it is not registered */
export function requireApp(id: string): RelayApp {
  const app = registered().get(id);
  if (!app) throw new Error(`no relay application is called ${id}`);
  return app;
}

/** The application that a host asks for, the first one when it names none; null when there is no such application. */
export function findApp(id: string | null): RelayApp | null {
  const apps = registered();
  return (id === null ? apps.values().next().value : apps.get(id)) ?? null;
}
