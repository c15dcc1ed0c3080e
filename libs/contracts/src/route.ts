import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

/** SMART's letters: create, read, update, delete, search. */
export const scopePermissions = ['c', 'r', 'u', 'd', 's'] as const;
export type ScopePermission = (typeof scopePermissions)[number];

/**
 * The contract of one request between client and server. `path` has parameters with a colon; `documented` marks the 28
 * calls of docs/specification.md section 7.
 */
export interface RouteContract {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  summary: string;
  documented?: boolean;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** `null`: the response has no JSON body (a file, a stream or nothing). */
  response: Schema | null;
  /** Default: 200. */
  status?: 200 | 201 | 202 | 204;
  /** `only`: a route of the operator's console, `too`: of the console and the portals. Others do not exist there. */
  console?: 'only' | 'too';
  /** The media type of the response, if it is not `application/json`. */
  media?: string;
  /** The body is read as a stream: multipart/form-data, or multipart/related. */
  multipart?: boolean | 'related';
  /** The body is application/x-www-form-urlencoded. */
  form?: boolean;
  /** The scope that a backend client's token needs (docs/fhir.md); without it, no token of a client is accepted. */
  scope?: { type: string; permission: ScopePermission };
}

/** Keeps the literal types of a contract for inference. */
export const defineRoute = <const T extends RouteContract>(contract: T): T => contract;

/** The path of a route with its parameters filled in and escaped, e.g. `/api/process/…/archive`. */
export const pathOf = (contract: Pick<RouteContract, 'path'>, params: Record<string, string> = {}): string =>
  contract.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
