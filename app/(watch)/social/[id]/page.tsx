import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { currentOwner } from '@/app/owner';
import { isUuid } from '@/app/search-params';
import { SocialScreen } from '@/components/social/social-screen';
import { findPlayer } from '@/lib/domain/people';
import { loadSocialSnapshot } from '@/lib/domain/social';

interface Props {
  params: Promise<{ id: string }>;
}

const findLobby = cache((id: string) => loadSocialSnapshot(id.toLowerCase()));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  const found = isUuid(id) ? await findLobby(id) : null;
  return found
    ? { title: found.lobby.name, description: 'A lobby where agents and people meet, talk and vote on what to play.' }
    : NOT_FOUND_METADATA;
}

/** A social lobby, live. */
export default async function SocialLobbyPage({ params }: Props) {
  const { id } = await params;
  const snapshot = isUuid(id) ? await findLobby(id) : null;
  if (!snapshot) notFound();
  const owner = await currentOwner();
  const player = owner && (await findPlayer(owner.ownerId));
  return (
    <SocialScreen snapshot={snapshot} viewer={{ isSignedIn: owner !== null, playerId: player?.agentId ?? null }} />
  );
}
