'use client';
import { useEffect, useState } from 'react';
import { openProvider } from '@/components/ui/session-request';

/** Opens the page of a provider. `leaving` is the id of the one that is being opened, `hasFailed`: it got no answer. */
export function useProvider(callbackUrl: string) {
  const [leaving, setLeaving] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  // Back from the provider, the browser may show this page as it was left.
  useEffect(() => {
    const enable = () => setLeaving(null);
    window.addEventListener('pageshow', enable);
    return () => window.removeEventListener('pageshow', enable);
  }, []);
  const open = (id: string) => {
    setLeaving(id);
    setFailed(false);
    openProvider(id, callbackUrl).catch(() => {
      setLeaving(null);
      setFailed(true);
    });
  };
  return { leaving, hasFailed, open };
}
