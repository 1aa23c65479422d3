'use client';
import { Button, Divider, Stack } from '@mantine/core';
import { IconBrandGithub, IconBrandGoogle } from '@tabler/icons-react';
import { signIn } from 'next-auth/react';
import { useState } from 'react';
import classes from './auth-frame.module.css';

/** A way to sign in beside e-mail and password. */
export type SignInProvider = 'github' | 'google';

const PROVIDERS = {
  github: { label: 'Continue with GitHub', Icon: IconBrandGithub },
  google: { label: 'Continue with Google', Icon: IconBrandGoogle },
} as const;

/** The buttons of the providers that this server is configured for; nothing when there are none. */
export function ProviderButtons({
  providers,
  callbackUrl,
}: {
  providers: readonly SignInProvider[];
  callbackUrl: string;
}) {
  const [leaving, setLeaving] = useState<SignInProvider | null>(null);
  if (providers.length === 0) return null;
  return (
    <>
      <Divider className={classes.or} label="or" labelPosition="center" />
      <Stack gap="xs">
        {providers.map((provider) => {
          const { label, Icon } = PROVIDERS[provider];
          return (
            <Button
              key={provider}
              variant="default"
              fullWidth
              loading={leaving === provider}
              leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
              onClick={() => {
                setLeaving(provider);
                void signIn(provider, { callbackUrl });
              }}
            >
              {label}
            </Button>
          );
        })}
      </Stack>
    </>
  );
}
