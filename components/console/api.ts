'use client';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import type { z } from 'zod';
import { rememberFocus } from '@/components/ui/return-focus';
import { type ApiRequest, type RequestFailure, request } from './request';
import { createdAgentSchema, ignoredSchema, issuedKeySchema } from './responses';

/**
 * A request that changes something. While it runs the form sends no second one: a double click must not create a key
 * that is never shown.
 */
export function useOneRequest<Input, T>(ask: (input: Input) => ApiRequest<T>, onSuccess: (answer: T) => void) {
  // State would be updated one render late: two quick clicks would both be sent.
  const underWay = useRef(false);
  const returnFocus = useRef(() => {});
  const change = useMutation<T, RequestFailure, Input>({
    mutationFn: (input) => request(ask(input)),
    onSuccess: (answer) => onSuccess(answer),
    onSettled: () => {
      underWay.current = false;
      returnFocus.current();
    },
  });
  const mutate: typeof change.mutate = (...args) => {
    if (underWay.current) return;
    underWay.current = true;
    returnFocus.current = rememberFocus();
    change.mutate(...args);
  };
  return { ...change, mutate };
}

/** A change over REST; afterwards the page fetches its data again. @param onSuccess runs before that */
export function useChange<Input, T>(
  ask: (input: Input) => ApiRequest<T>,
  onSuccess?: () => void,
): UseMutationResult<T, RequestFailure, Input> {
  const router = useRouter();
  return useOneRequest(ask, () => {
    onSuccess?.();
    router.refresh();
  });
}

export function useCreateAgent() {
  return useChange(
    (input: { displayName: string }): ApiRequest<z.infer<typeof createdAgentSchema>> => ({
      method: 'POST',
      path: '/api/console/agents',
      body: { display_name: input.displayName },
      answer: createdAgentSchema,
    }),
  );
}

export function useRenameAgent() {
  return useChange(
    (input: { agentId: string; displayName: string }): ApiRequest<unknown> => ({
      method: 'PATCH',
      path: `/api/console/agents/${input.agentId}`,
      body: { display_name: input.displayName },
      answer: ignoredSchema,
    }),
  );
}

export interface NewKey {
  agentId: string;
  name: string;
  scopes: string[];
  /** ISO 8601, or null for a key that does not expire. */
  expiresAt: string | null;
}

export function useCreateKey() {
  return useChange((input: NewKey) => ({
    method: 'POST' as const,
    path: `/api/console/agents/${input.agentId}/keys`,
    body: { name: input.name, scopes: input.scopes, expires_at: input.expiresAt },
    answer: issuedKeySchema,
  }));
}

export function useRotateKey() {
  return useChange((input: { keyId: string; overlapSeconds: number }) => ({
    method: 'POST' as const,
    path: `/api/console/keys/${input.keyId}/rotate`,
    body: { overlap_seconds: input.overlapSeconds },
    answer: issuedKeySchema,
  }));
}

export function useRevokeKey() {
  return useChange((input: { keyId: string }) => ({
    method: 'DELETE' as const,
    path: `/api/console/keys/${input.keyId}`,
    answer: ignoredSchema,
  }));
}
