// The public face of usage: what agents called and used, by agent, experience and day.
export { costKey, costsPerGame, latestModels, modelsOfAgent } from './models';
export { type ModelLine, readUsage, readUsageByHour, type Usage, type UsageFigures, usageSchema } from './read-usage';
export { countCall, countReport, flushUsage } from './usage-counter';
