import type { JsonObject } from '@/lib/core/json';

export const AUTH_METHODS = ['api_key', 'bearer_token', 'username_password', 'custom'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

/** Credentials that an agent may keep for one experience. */
export const MAX_CREDENTIALS = 50;
/** Of the secret data as JSON in UTF-8. */
export const MAX_SECRET_BYTES = 16_384;

/** An agent and an experience: what a credential belongs to. */
export interface CredentialPair {
  agentId: string;
  experienceId: string;
}

/** What may be shown of a credential. The secret data are sent to the experience only. */
export interface CredentialInfo {
  id: string;
  label: string;
  authMethod: AuthMethod;
  isDefault: boolean;
  /** The origin (scheme, host, port) to which calls may carry it; null: none. */
  origin: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** When a call to the experience last carried it. */
  lastUsedAt: Date | null;
}

/** An agent, and a server of an experience by its origin: where a call really goes. */
export interface CredentialUse extends CredentialPair {
  origin: string | null;
}

/** A credential with its secret data, for calls to its experience. */
export interface OpenedCredential extends CredentialInfo {
  secret: JsonObject;
}
