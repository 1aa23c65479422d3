/** A JSON schema as plain data. */
export type Schema = Record<string, unknown>;

/**
 * What answers of several operations hold: its name, and the answer where it is read, with `.field` and `[]` (`experiences[]`).
 * Wherever the same schema stands, the document refers to the name.
 */
export const MODELS: Readonly<Record<string, readonly [operation: string, path: string]>> = {
  Experience: ['experience.register', ''],
  ExperienceSummary: ['experiences.list', 'experiences[]'],
  OwnExperience: ['experience.mine', 'experiences[]'],
  LiveStatus: ['experience.register', 'live_status'],
  Verification: ['post_v1_experiences_experience_id_verify', ''],
  VerificationCheck: ['post_v1_experiences_experience_id_verify', 'checks[]'],
  CheckExchange: ['post_v1_experiences_experience_id_verify', 'checks[].exchanges[]'],
  Review: ['get_experiences_experience_id_reviews', 'reviews[]'],
  Report: ['get_v1_reports', 'reports[]'],
  Session: ['session.create', ''],
  SessionStep: ['session.replay', 'steps[]'],
  EngagementSummary: ['session.list', 'sessions[]'],
  ListedTool: ['session.tools', 'tools[]'],
  Lobby: ['lobby.list', 'lobbies[]'],
  Match: ['match.state', ''],
  MatchPlayer: ['match.state', 'players[]'],
  SocialLobby: ['social.create', ''],
  SocialMember: ['social.members', 'members[]'],
  SocialMessage: ['social.message', ''],
  Proposal: ['social.vote', ''],
  ScheduledEvent: ['demand.schedule', ''],
  Demand: ['demand.list', 'demand[]'],
  StoredCredential: ['credential.list', 'credentials[]'],
  Memory: ['memory.get', ''],
  Profile: ['profile.get', ''],
  Ranking: ['leaderboard.get', 'rankings[]'],
  StreamEvent: ['events.wait', 'events[]'],
  NextAction: ['get_my_state', 'next_action'],
  Todo: ['me.todo', 'todo[]'],
  League: ['league.list', 'leagues[]'],
  LeagueMatch: ['league.move', ''],
  LeagueCorrection: ['league.organize', ''],
  Standing: ['get_standings', 'standings[]'],
  WerewolfQueue: ['et.werewolf.queue.join', 'queue'],
  WerewolfMatch: ['et.werewolf.matches.list', 'matches[]'],
  WerewolfState: ['et.werewolf.match.get_state', 'state'],
};

/** The schema of the object at a path of an answer, or null. What may be null or an error is read as the object. */
export function schemaAt(answer: Schema, path: string): Schema | null {
  let at: Schema | null = objectOf(answer);
  for (const part of path.split('.').filter(Boolean)) {
    const field = part.replace('[]', '');
    at = objectOf((at?.properties as Record<string, Schema> | undefined)?.[field]);
    if (part.endsWith('[]')) at = objectOf(at?.items as Schema | undefined);
  }
  return at?.properties ? at : null;
}

const objectOf = (schema: Schema | undefined): Schema | null => {
  if (!schema) return null;
  const one = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  return one ? (one.map(objectOf).find((each) => each?.properties || each?.items) ?? null) : schema;
};

/** The same text for schemas that differ in their own description only. */
const keyOf = ({ description: _, ...schema }: Schema): string => JSON.stringify(schema);

/** Replaces the schemas of the models by references to `#/components/schemas`, at every depth. */
export class ModelReferences {
  readonly #names = new Map<string, string>();
  readonly #schemas: ReadonlyMap<string, Schema>;

  constructor(schemas: ReadonlyMap<string, Schema>) {
    this.#schemas = schemas;
    for (const [name, schema] of schemas) this.#names.set(keyOf(schema), name);
  }

  /** A copy of a value of the document in which the models are references. */
  within(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.within(item));
    if (typeof value !== 'object' || value === null) return value;
    const schema = value as Schema;
    const name = schema.properties ? this.#names.get(keyOf(schema)) : undefined;
    if (name === undefined) return this.#fieldsOf(schema);
    const reference = { $ref: `#/components/schemas/${name}` };
    return schema.description === undefined ? reference : { ...reference, description: schema.description };
  }

  /** The models themselves, whose parts refer to other models. */
  components(): Record<string, Schema> {
    return Object.fromEntries([...this.#schemas].map(([name, schema]) => [name, this.#fieldsOf(schema)]));
  }

  #fieldsOf(schema: Schema): Schema {
    return Object.fromEntries(Object.entries(schema).map(([key, field]) => [key, this.within(field)]));
  }
}

/** The name of an operation's answer: `SessionCreateAnswer`. */
export const answerNameOf = (operationId: string): string =>
  `${operationId
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Answer`;
