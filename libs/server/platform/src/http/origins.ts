import { portalKindOf, type StoredKind } from '@konsil/contracts/stored-kinds';
import type { FastifyRequest } from 'fastify';
import type { Env } from '@konsil/server-settings/env';

type Origins = Pick<Env, 'origins'>;

/** The origins whose pages may call any route. */
export const portalOrigins = ({ origins }: Origins): string[] => [origins.patient, origins.doctor];
const ownOrigins = (env: Origins): string[] => [
  ...portalOrigins(env),
  env.origins.api,
  env.origins.viewer,
  ...(env.origins.operator ? [env.origins.operator] : []),
];

export const portalOf = ({ origins }: Origins, kind: StoredKind): string => origins[portalKindOf(kind)];

const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;

/** True for a request to the operator's console: other routes and other sessions are valid there. */
export const isAtConsole = ({ origins }: Origins, request: FastifyRequest): boolean =>
  origins.operator !== '' && originOf(request) === origins.operator;

/** The origin of a request if configured; otherwise the patient portal's (docs/product.md section 4). */
export const requestOrigin = (env: Origins, request: FastifyRequest): string => {
  const origin = originOf(request);
  return ownOrigins(env).includes(origin) ? origin : env.origins.patient;
};
