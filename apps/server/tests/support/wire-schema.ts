import type { RouteContract } from '@konsil/contracts/route';
import * as z from 'zod/mini';

/** The JSON Schema of a body or query, as far as tests generate values from it. */
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

/** Routes that end the session or never end: left out of tests over all routes. */
export const excludedRoutes: readonly string[] = ['logout', 'endSession', 'endOtherSessions', 'streamEvents'];
