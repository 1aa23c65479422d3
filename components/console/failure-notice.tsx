import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Notice } from '@/components/ui/notice';
import type { RequestFailure } from './request';

/** A failed action: what happened, then what to do. `kept` says what is unchanged, when the hint does not. */
export function FailureNotice({ failure, kept }: { failure: RequestFailure | null; kept?: string }) {
  const notice = useRef<HTMLDivElement>(null);
  // A long form is submitted at its end, and this notice is at its beginning.
  useEffect(() => {
    if (failure) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  if (failure === null) return null;
  return (
    <Notice
      ref={notice}
      role="alert"
      tone="red"
      icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}
      title={failure.message}
    >
      {[kept, failure.hint].filter(Boolean).join(' ')}
      {failure.reason === 'proof_needed' && (
        <>
          {' '}
          <a href="/console/security/confirm" target="_blank" rel="noopener">
            Confirm in another tab
          </a>
          , then try again here.
        </>
      )}
      {failure.code === 'UNAUTHENTICATED' && (
        <>
          {' '}
          <a href="/sign-in" target="_blank" rel="noopener">
            Sign in in another tab
          </a>
          , then try again here; your text stays.
        </>
      )}
    </Notice>
  );
}
