// The public face of the catalog: experiences, their manifests and whether they can be played.

export {
  type CatalogEntry,
  type CatalogLine,
  type ExperienceDetails,
  type ExperienceKind,
  type ExperienceLine,
  firstPartyExperienceId,
  LIVE_STATUSES,
  type ListFilters,
  type LiveStatus,
  listFilters,
  type OwnExperience,
  PLAYABLE_REASONS,
  PLAYABLE_STATUSES,
  type PlayableExperience,
  type PublishedExperience,
  type Publisher,
  UNVERIFIABLE_KINDS,
  VERIFICATION_STATUSES,
  type VerificationStatus,
} from './catalog.schema';
export {
  browseExperiences,
  type CatalogPage,
  getExperience,
  getServer,
  getServerOrigin,
  isPublisherOf,
  listExperiences,
  listOwnExperiences,
  listPublished,
  readQuota,
  registerDiscovered,
  registerExperience,
  requirePublisher,
  updateExperience,
} from './catalog.service';
export { announceChange } from './catalog-changes';
export { type Facets, facetsSchema, readFacets } from './catalog-facets';
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
export { listRevisions } from './revisions';
export { type ManifestChange, type Revision, revisionSchema, spansOf, type VersionSpan } from './revisions.schema';
export { type CatalogServer, findServer, listServers } from './server-list';
export { readUptime, type Uptime, type UptimeDay } from './uptime';
