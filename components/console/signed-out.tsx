'use client';
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Notice } from '@/components/ui/notice';
import { signInPath } from './safe-callback';

/** Whether the browser is signed out, as next-auth answers. @throws Error without an answer */
async function isSignedOut(): Promise<boolean> {
  const answer = await fetch('/api/auth/session');
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return !((await answer.json()) as { user?: object }).user;
}

/**
 * Says so when the person comes back to this page and has signed out meanwhile, in another tab or everywhere; what was typed
 * stays. After signing in again the page is read again.
 */
export function SignedOut() {
  const router = useRouter();
  const path = usePathname();
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    let wasOut = false;
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      const isOutNow = await isSignedOut().catch(() => wasOut);
      if (wasOut && !isOutNow) router.refresh();
      wasOut = isOutNow;
      setOut(isOutNow);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [router]);
  if (!isOut) return null;
  return (
    <Notice role="alert" tone="amber" title="You are signed out">
      You signed out in another tab, or your session ended. What you typed here stays:{' '}
      <a href={signInPath(path)} target="_blank" rel="noopener">
        sign in in another tab
      </a>
      , or <a href={signInPath(path)}>sign in here</a> and return to this page.
    </Notice>
  );
}
