import answers from './recorded-answers.json';

/** What each operation of programs answered, by its name; `npm run record-answers` writes the file. */
export const recordedAnswers = (): Readonly<Record<string, unknown>> => answers;
