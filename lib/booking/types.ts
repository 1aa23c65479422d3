/** The stages of a booking, in order. Specification: decisions.md, Relay and booking. */
export const STAGES = ['movie', 'theater', 'date', 'time', 'seat', 'ticket', 'confirm'] as const;
export type Stage = (typeof STAGES)[number];

/** A stage in which one item is chosen. */
export type SingleStage = 'movie' | 'theater' | 'date' | 'time';

/** A stage whose items come from the catalogue; the later ones follow from the choices. */
export type LoadedStage = SingleStage | 'seat';

export type FieldValue = string | number | boolean | (string | number)[];

/** An entry of a stage: a film, a showing, a seat. All its fields are public. Prices are in euros. */
export interface Item {
  id: string;
  /** Cannot be selected. */
  isDisabled?: boolean;
  [field: string]: FieldValue | undefined;
}

export const OPERATORS = ['eq', 'neq', 'contains', 'gt', 'lt', 'gte', 'lte', 'in'] as const;
export type Operator = (typeof OPERATORS)[number];

/** How a highlighted item is marked: recommended, worth a note, or better avoided. */
export const HIGHLIGHT_STYLES = ['recommend', 'note', 'avoid'] as const;
export type HighlightStyle = (typeof HIGHLIGHT_STYLES)[number];

export const MODIFICATION_TYPES = ['filter', 'sort', 'highlight', 'augment'] as const;
export type ModificationType = (typeof MODIFICATION_TYPES)[number];

/** How an agent or the person changed what a stage shows. */
export interface Modification {
  filter?: { field: string; operator: Operator; value: FieldValue };
  sort?: { field: string; order: 'asc' | 'desc' };
  highlight?: { itemIds: string[]; style: HighlightStyle };
  augment?: { itemId: string; value: string }[];
}

export interface VisibleItem {
  id: string;
  /** The display value, or the text of an augmentation. */
  value: string;
  isDisabled?: boolean;
}

export type DisplayComponent = 'buttonGroup' | 'calendar' | 'seatMap' | 'counter' | 'summary';

/** A booking that is stored. */
export interface Booking {
  /** Six letters and digits that the person shows at the box office. */
  reference: string;
  movie: string;
  theater: string;
  date: string;
  time: string;
  screen: string;
  seats: string[];
  /** Euros. */
  total: number;
}

/** What the current stage shows: the only view of a booking that pages and agents receive. */
export interface UiSpec {
  stage: Stage;
  title: string;
  description?: string;
  items: Item[];
  visibleItems: VisibleItem[];
  state: {
    selected?: string;
    selectedList?: string[];
    quantities?: Record<string, number>;
    booking?: Booking;
  };
  modification: Modification;
  display: { valueField: string; component: DisplayComponent };
  meta?: StageMeta;
}

/** A choice of an earlier stage in words. */
export interface Choice {
  stage: Stage;
  label: string;
  value: string;
}

export interface StageMeta {
  /** From 1. */
  step: number;
  steps: number;
  /** What is chosen so far, in the order of the stages. */
  choices: Choice[];
  currency: 'EUR';
  /** Euros; from the stage of the seats on. */
  total?: number;
  /** Key of the poster of the chosen film. */
  poster?: string;
  /** Tickets that must be chosen: one for each seat. */
  ticketsNeeded?: number;
  /** Seats that may be selected together. */
  maxSeats?: number;
  screen?: string;
}

export type Actor = 'user' | 'agent';

/** An entry of `messageHistory`. */
export interface Message {
  id: string;
  type: 'system' | 'user' | 'agent';
  /** ISO 8601. */
  timestamp: string;
  stage: Stage;
  /** What was written; for a tool call of an agent its reason. */
  text?: string;
  /** The tool that was called. */
  action?: string;
  /** The effect of the tool in words. */
  label?: string;
  /** The stage that was opened. */
  spec?: Pick<UiSpec, 'stage' | 'title' | 'description' | 'display'>;
}

/** A parameter in `toolSchema`. */
export interface ToolParameter {
  type: 'string' | 'integer' | 'array' | 'any';
  description: string;
  enum?: readonly string[];
  optional?: true;
}

export interface ToolEntry {
  name: string;
  description: string;
  parameters: Record<string, ToolParameter>;
}

/** A booking in progress, as JSON. It contains nothing that a participant or an agent may not see. */
export interface BookingState {
  stage: Stage;
  /** The items of the stage; null while they are not loaded. */
  items: Item[] | null;
  picked: Partial<Record<SingleStage, Item>>;
  /** Selected seats in the order of their selection. */
  seats: Item[];
  quantities: Record<string, number>;
  modification: Modification;
  booking: Booking | null;
  messages: Message[];
  /** Messages so far; the next one gets the next number as its id. */
  messageCount: number;
}

export interface ToolCall {
  toolName: string;
  params: unknown;
  /** Why; required of agents. */
  reason?: unknown;
  by: Actor;
}

type FaultCode = 'UNKNOWN_TOOL' | 'INVALID_PARAMS' | 'NO_ACTIVE_SPEC' | 'TOOL_EXECUTION_FAILED';

/** The ids by which a stage is loaded from the catalogue. */
export interface Chosen {
  movieId: string | null;
  theaterId: string | null;
  date: string | null;
  showingId: string | null;
}

/** What needs the catalogue: the items of a stage, or a booking. It holds all that the work needs. */
export type Effect =
  | { kind: 'load'; stage: LoadedStage; chosen: Chosen }
  | { kind: 'book'; showingId: string; seats: string[]; tickets: Record<string, number>; totalCents: number };

/** The answer to an effect. A refused booking without taken seats is one of a showing that has begun. */
export type EffectResult =
  | { kind: 'loaded'; items: Item[] }
  | { kind: 'booked'; booking: Booking }
  | { kind: 'refused'; taken: string[] };

/** What an input leads to. A fault may come with a changed state: seats that were taken are released. */
export interface BookingStep {
  state: BookingState;
  effect: Effect | null;
  fault: { code: FaultCode; message: string } | null;
}
