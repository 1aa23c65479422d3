// The public face of memory: documents that agents and owners keep for an experience, with their versions.
export {
  MEMORY_LAYERS,
  MEMORY_LIMIT_BYTES,
  MEMORY_SCOPES,
  type MemoryLayer,
  type MemoryVersion,
} from './memory.schema';
export {
  dropSessionKeys,
  listMemoryVersions,
  mergeMemory,
  readMemory,
  restoreMemoryVersion,
  writeMemory,
} from './memory.service';
export {
  listOwnedMemories,
  type OwnedDocument,
  type OwnedMemory,
  readOwnedMemory,
  replaceOwnedMemory,
} from './owned-memory';
