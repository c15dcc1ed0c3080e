import type { RouteContract } from '@konsil/contracts/route';
import * as z from 'zod/mini';

/** What JSON Schema says of a body or a query, as far as tests make up values from it. */
export interface WireSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  properties?: Record<string, WireSchema>;
  items?: WireSchema;
  anyOf?: WireSchema[];
  additionalProperties?: WireSchema;
  maxItems?: number;
}
export const schemaOf = (schema: RouteContract['body']): WireSchema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as WireSchema) : {};

/** Calls that end the session, or stream for ever: whoever tries all calls leaves them out. */
export const leftOut: readonly string[] = ['logout', 'endSession', 'endOtherSessions', 'streamEvents'];
