import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { RequestFailure } from './request';

/** A failed action: what happened, then what to do. `kept` says what is still there when the hint does not. */
export function FailureNotice({ failure, kept }: { failure: RequestFailure | null; kept?: string }) {
  if (failure === null) return null;
  return (
    <Alert
      role="alert"
      variant="light"
      color="red"
      icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}
      title={failure.message}
    >
      {[kept, failure.hint].filter(Boolean).join(' ')}
      {failure.code === 'UNAUTHENTICATED' && (
        <>
          {' '}
          <a href="/sign-in" target="_blank" rel="noopener">
            Sign in
          </a>
        </>
      )}
    </Alert>
  );
}
