import type { DisplayComponent, Stage } from './types';

type FieldType = 'string' | 'number' | 'boolean' | 'string[]';

interface StageFacts {
  /** The stage as a noun, in summaries. */
  label: string;
  title: string;
  valueField: string;
  component: DisplayComponent;
  /** Fields that filter and sort take. */
  fields: Readonly<Record<string, FieldType>>;
  /** Whether its order can change: a calendar and a seat map have their own. */
  canSort: boolean;
}

/** What is fixed of each stage. */
export const STAGE_FACTS: Readonly<Record<Stage, StageFacts>> = {
  movie: {
    label: 'Film',
    title: 'Choose a film',
    valueField: 'title',
    component: 'buttonGroup',
    fields: {
      title: 'string',
      genres: 'string[]',
      minutes: 'number',
      age: 'number',
      score: 'number',
      language: 'string',
      fromPrice: 'number',
      showings: 'number',
    },
    canSort: true,
  },
  theater: {
    label: 'Cinema',
    title: 'Choose a cinema',
    valueField: 'name',
    component: 'buttonGroup',
    fields: {
      name: 'string',
      district: 'string',
      distanceKm: 'number',
      features: 'string[]',
      fromPrice: 'number',
      showings: 'number',
    },
    canSort: true,
  },
  date: {
    label: 'Date',
    title: 'Choose a date',
    valueField: 'label',
    component: 'calendar',
    fields: { id: 'string', weekday: 'string', isWeekend: 'boolean', showings: 'number', fromPrice: 'number' },
    canSort: false,
  },
  time: {
    label: 'Time',
    title: 'Choose a showing',
    valueField: 'time',
    component: 'buttonGroup',
    fields: {
      time: 'string',
      part: 'string',
      screen: 'string',
      format: 'string',
      language: 'string',
      price: 'number',
      seatsLeft: 'number',
    },
    canSort: true,
  },
  seat: {
    label: 'Seats',
    title: 'Choose your seats',
    valueField: 'label',
    component: 'seatMap',
    fields: { id: 'string', row: 'string', number: 'number', kind: 'string', position: 'string', surcharge: 'number' },
    canSort: false,
  },
  ticket: {
    label: 'Tickets',
    title: 'Choose your tickets',
    valueField: 'name',
    component: 'counter',
    fields: { name: 'string', price: 'number' },
    canSort: true,
  },
  confirm: {
    label: 'Booking',
    title: 'Check and confirm',
    valueField: 'value',
    component: 'summary',
    fields: {},
    canSort: false,
  },
};
