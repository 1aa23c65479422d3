'use client';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { z } from 'zod';
import { type Ask, type RequestFailure, request } from './request';
import { createdAgentSchema, issuedKeySchema, nothingSchema } from './wire';

/** A change through our REST interface; afterwards the page reads its data again, in place. */
export function useChange<Input, T>(ask: (input: Input) => Ask<T>): UseMutationResult<T, RequestFailure, Input> {
  const router = useRouter();
  return useMutation<T, RequestFailure, Input>({
    mutationFn: (input) => request(ask(input)),
    onSuccess: () => router.refresh(),
  });
}

export function useCreateAgent() {
  return useChange(
    (input: { displayName: string }): Ask<z.infer<typeof createdAgentSchema>> => ({
      method: 'POST',
      path: '/api/console/agents',
      body: { display_name: input.displayName },
      answer: createdAgentSchema,
    }),
  );
}

export function useRenameAgent() {
  return useChange(
    (input: { agentId: string; displayName: string }): Ask<unknown> => ({
      method: 'PATCH',
      path: `/api/console/agents/${input.agentId}`,
      body: { display_name: input.displayName },
      answer: nothingSchema,
    }),
  );
}

export interface NewKey {
  agentId: string;
  name: string;
  scopes: string[];
  /** ISO 8601, or null for a key without an end. */
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
    answer: nothingSchema,
  }));
}
