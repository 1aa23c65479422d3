// The public face of blocks: which owners do not meet each other.
export { type BlockLine, blockAgent, blockSchema, listBlocks, requireNoBlock, unblockAgent } from './blocks.service';
