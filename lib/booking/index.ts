// The booking of cinema seats as pure functions: stages, what each shows, and the ten tools. No clock, no I/O.
export { applyTool } from './apply';
export * from './booking';
export { completeEffect, effectToLoad } from './effects';
export * from './experience';
export { formatPrice } from './prices';
export { STAGE_FACTS } from './stages';
export { toolSchemaOf } from './tools';
export * from './types';
export { MAX_SEATS } from './visible-items';
