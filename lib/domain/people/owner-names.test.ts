import { expect, it } from 'vitest';
import { nameFromEmail } from '@/lib/domain/accounts/owners.service';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { prisma } from '@/lib/testing/prisma';
import { ownerNames } from './owner-names';

useDatabase();

it('names the owner of an agent, but not one whose account is named after the e-mail address', async () => {
  const [named, unnamed] = [await ownerFixture(), await ownerFixture()];
  await prisma().owner.update({
    where: { id: unnamed.ownerId },
    data: { displayName: nameFromEmail(unnamed.email) },
  });
  const [first, second, third] = [
    await agentFixture({ owner: named }),
    await agentFixture({ owner: unnamed }),
    await agentFixture(),
  ];
  const names = await ownerNames([first.agentId, second.agentId, third.agentId]);
  expect(names).toEqual(new Map([[first.agentId, 'Test owner']]));
});
