import { isJsonObject, type JsonObject } from '@/lib/core/json';
import { readableText, type UpstreamTool } from '@/lib/gateway';

const MAX_DESCRIPTION_CHARACTERS = 10_000;

/** A tool of a server as agents are shown it. Name, description and schema are the server's words. */
export interface ListedTool {
  name: string;
  description: string;
  inputSchema: JsonObject;
}

export function toListedTool({ name, description, inputSchema }: UpstreamTool): ListedTool {
  return {
    name,
    description: readableText(description ?? '', MAX_DESCRIPTION_CHARACTERS),
    inputSchema: isJsonObject(inputSchema) ? inputSchema : { type: 'object' },
  };
}
