// The public face of usage: what agents called and used, by agent, experience and day.
export { latestModels } from './models';
export { readUsage, type Usage, type UsageLine } from './read-usage';
export { countCall, countReport, deleteOldUsage, flushUsage } from './usage-counter';
