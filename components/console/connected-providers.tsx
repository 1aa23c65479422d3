'use client';
import { signIn } from 'next-auth/react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import shared from '../ui/shared.module.css';
import classes from './connected-providers.module.css';
import { PROVIDER_ICONS, type SignInProvider } from './provider-buttons';

/** The configured providers: which are connected to this account, and buttons to connect the others. */
export function ConnectedProviders({
  providers,
  connected,
}: {
  providers: readonly SignInProvider[];
  /** Ids of the connected providers. */
  connected: readonly string[];
}) {
  const [leaving, setLeaving] = useState<string | null>(null);
  return (
    <ul className={classes.providers}>
      {providers.map(({ id, label }) => {
        const Icon = PROVIDER_ICONS[id];
        return (
          <li key={id} className={classes.provider}>
            <Icon size={18} stroke={1.75} aria-hidden />
            <span className={classes.name}>{label}</span>
            {connected.includes(id) ? (
              <span className={shared.mutedColor}>Connected</span>
            ) : (
              <Button
                variant="default"
                size="compact-sm"
                loading={leaving === id}
                aria-label={`Connect ${label}`}
                onClick={() => {
                  setLeaving(id);
                  void signIn(id, { callbackUrl: '/console/account' });
                }}
              >
                Connect
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
