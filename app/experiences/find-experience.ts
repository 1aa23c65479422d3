import { cache } from 'react';
import { isUuid } from '@/app/search-params';
import { AppError } from '@/lib/core/errors';
import { getExperience } from '@/lib/domain/catalog';

/** An experience of the catalog, read once per request; null if it does not exist. */
export const findExperience = cache(async (experienceId: string) => {
  if (!isUuid(experienceId)) return null;
  try {
    return await getExperience({ experienceId });
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return null;
    throw thrown;
  }
});
