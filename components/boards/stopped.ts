/** What stands in the text of a board where whose turn it is would stand. */
export const STOPPED = 'The match is over.';
