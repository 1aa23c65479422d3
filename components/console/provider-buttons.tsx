'use client';
import { IconAlertTriangle, IconBrandGithub, IconBrandGoogle, IconKey } from '@tabler/icons-react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import shared from '@/components/ui/shared.module.css';
import { NO_ANSWER } from './sign-in';
import { useProvider } from './use-provider';

/** A provider to sign in with. */
export interface SignInProvider {
  id: 'github' | 'google' | 'oidc';
  /** The name of the provider. */
  label: string;
}

export const PROVIDER_ICONS = { github: IconBrandGithub, google: IconBrandGoogle, oidc: IconKey } as const;

/** The buttons of the configured providers. */
export function ProviderButtons({
  providers,
  callbackUrl,
}: {
  providers: readonly SignInProvider[];
  callbackUrl: string;
}) {
  const { leaving, hasFailed, open } = useProvider(callbackUrl);
  if (providers.length === 0) return null;
  return (
    <div className={shared.stack} data-gap="xs">
      {hasFailed && (
        <Notice role="alert" tone="red" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {NO_ANSWER}
        </Notice>
      )}
      {providers.map(({ id, label }) => {
        const Icon = PROVIDER_ICONS[id];
        return (
          <Button
            key={id}
            variant="default"
            fullWidth
            loading={leaving === id}
            leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
            onClick={() => open(id)}
          >
            Continue with {label}
          </Button>
        );
      })}
    </div>
  );
}
