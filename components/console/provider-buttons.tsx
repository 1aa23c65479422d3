'use client';
import { IconBrandGithub, IconBrandGoogle, IconKey } from '@tabler/icons-react';
import { signIn } from 'next-auth/react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';

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
  const [leaving, setLeaving] = useState<string | null>(null);
  if (providers.length === 0) return null;
  return (
    <div className={shared.stack} data-gap="xs">
      {providers.map(({ id, label }) => {
        const Icon = PROVIDER_ICONS[id];
        return (
          <Button
            key={id}
            variant="default"
            fullWidth
            loading={leaving === id}
            leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
            onClick={() => {
              setLeaving(id);
              void signIn(id, { callbackUrl });
            }}
          >
            Continue with {label}
          </Button>
        );
      })}
    </div>
  );
}
