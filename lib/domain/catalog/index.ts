// The public face of the catalog: experiences, their manifests and whether they can be played.

export {
  type ExperienceDetails,
  type ExperienceKind,
  firstPartyExperienceId,
  LIVE_STATUSES,
  type ListFilters,
  type LiveStatus,
  listFilters,
  PLAYABLE_REASONS,
  PLAYABLE_STATUSES,
  type PlayableExperience,
  type Publisher,
  UNVERIFIABLE_KINDS,
  VERIFICATION_STATUSES,
  type VerificationStatus,
} from './catalog.schema';
export {
  browseExperiences,
  getExperience,
  getServer,
  getServerOrigin,
  listExperiences,
  listOwnExperiences,
  listPublished,
} from './catalog.service';
export { announceChange } from './catalog-changes';
export { facetsSchema, readFacets } from './catalog-facets';
export { seedFirstParty } from './first-party';
export { type PolledStatus, pollLiveStatuses, pollNow, readLiveStatus, storePlayerCounts } from './live-status';
export { manifestSchema, readManifest } from './manifest.schema';
export {
  findPublishingOwner,
  giveToOwner,
  hideExperience,
  lockExperience,
  markPending,
  storeOutcome,
  storeRatings,
  type VerificationOutcome,
} from './outcomes';
export { getPlayable, getPlayed } from './playable';
export {
  isPublisherOf,
  readQuota,
  registerDiscovered,
  registerExperience,
  requirePublisher,
  updateExperience,
} from './publish-experience';
export { listRevisions } from './revisions';
export { type ManifestChange, type Revision, revisionSchema, spansOf, type VersionSpan } from './revisions.schema';
export { type CatalogServer, findServer, listServers } from './server-list';
export { readUptime, type Uptime, type UptimeDay } from './uptime';
