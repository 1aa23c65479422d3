/** SQL of a cost in US dollars, or a sum of costs, as far as `Decimal(14, 6)` takes it: below 100 million. */
export const boundedCostSql = (cost: string): string => `LEAST(${cost}, 99999999)`;
