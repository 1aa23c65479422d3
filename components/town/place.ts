const GAME_ID = 'werewolf';

/** Whether a match is played at the table of the town, and shown there. */
export const isInHall = ({ game_type }: { game_type: string }): boolean => game_type === GAME_ID;

/** The town, as a way on from other pages. */
export const TOWN_LINK = {
  href: '/town',
  picture: `/pictures/${GAME_ID}.svg`,
  title: 'Eliza Town',
  about: 'Werewolf, eight at a table',
} as const;
