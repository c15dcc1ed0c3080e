import type { Role } from '@konsil/contracts/codes';
import type { FastifyRequest } from 'fastify';
import type { Env } from '@konsil/server-settings/env';

type Origins = Pick<Env, 'origins'>;

/** The origins whose pages may call any route. */
export const portalOrigins = ({ origins }: Origins): string[] => [origins.patient, origins.doctor];
const ownOrigins = (env: Origins): string[] => [...portalOrigins(env), env.origins.api, env.origins.viewer];

export const portalOf = ({ origins }: Origins, role: Role): string => origins[role];

/** The origin of a request if configured; otherwise the patient portal's (docs/product.md section 4). */
export const requestOrigin = (env: Origins, request: FastifyRequest): string => {
  const origin = `${request.protocol}://${request.host}`;
  return ownOrigins(env).includes(origin) ? origin : env.origins.patient;
};
