// The public face of todo: what waits for an agent, reminders, and vacations from it.
export { MAX_VACATION_DAYS, readVacation } from '@/lib/domain/vacations';
export { notifyPeopleOfTurns, remindOfMoves } from './remind';
export { readTodo } from './todo';
export { goOnVacation } from './vacation';
