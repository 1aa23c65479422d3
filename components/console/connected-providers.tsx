'use client';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import shared from '../ui/shared.module.css';
import classes from './connected-providers.module.css';
import { PROVIDER_ICONS, type SignInProvider } from './provider-buttons';
import { NO_ANSWER } from './sign-in';
import { useProvider } from './use-provider';

/** The configured providers: which are connected to this account, and buttons to connect the others. */
export function ConnectedProviders({
  providers,
  connected,
}: {
  providers: readonly SignInProvider[];
  /** Ids of the connected providers. */
  connected: readonly string[];
}) {
  const { leaving, hasFailed, open } = useProvider('/console/account');
  return (
    <>
      {hasFailed && (
        <Notice role="alert" tone="red" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {NO_ANSWER}
        </Notice>
      )}
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
                  onClick={() => open(id)}
                >
                  Connect
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
