export type Phase =
  | 'LOBBY'
  | 'NIGHT'
  | 'DAY_ANNOUNCE'
  | 'DAY_OPENING'
  | 'DAY_DISCUSSION'
  | 'DAY_VOTE'
  | 'DAY_RESOLUTION'
  | 'ENDED';
export type Role = 'VILLAGER' | 'WEREWOLF' | 'SEER' | 'DOCTOR';
export type Team = 'VILLAGERS' | 'WEREWOLVES';
