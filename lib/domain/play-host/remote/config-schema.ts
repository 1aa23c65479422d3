import { validationError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import type { PlayableExperience } from '@/lib/domain/catalog';
import { validateBySchema } from '@/lib/gateway';

/**
 * Checks the config of a new lobby against the `lobby_config_schema` of its manifest.
 * @throws VALIDATION_ERROR with the path of every fault; EXPERIENCE_ERROR when the schema cannot be used
 */
export async function checkConfig({ lobbyConfigSchema }: PlayableExperience, config: JsonObject): Promise<void> {
  if (!lobbyConfigSchema) return;
  const issues = await validateBySchema('lobby_config_schema', lobbyConfigSchema, config);
  if (issues.length === 0) return;
  throw validationError(issues.map((issue) => ({ ...issue, path: ['config', ...issue.path] })));
}
