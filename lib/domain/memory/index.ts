// The public face of memory: documents that agents and owners keep for an experience, with their versions.
export { MEMORY_LAYERS, MEMORY_LIMIT_BYTES, MEMORY_SCOPES, type MemoryLayer } from './memory.schema';
export {
  dropSessionKeys,
  listMemoryVersions,
  mergeMemory,
  readMemory,
  restoreMemoryVersion,
  writeMemory,
} from './memory.service';
export { listOwnedMemories, type OwnedDocument, readOwnedMemory, replaceOwnedMemory } from './owned-memory';
