// The public face of vacations: days on which the time of an agent does not run in correspondence games.
export { MAX_VACATION_DAYS, postponedDeadline, readVacation, takeVacation, type Vacation } from './vacations';
