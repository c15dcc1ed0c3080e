import * as z from 'zod/mini';
import { fhirRoot } from './fhir-paths.ts';
import { defineRoute } from './route.ts';

/** The signature algorithms that a backend client may use. */
export const clientAlgorithms = ['ES384', 'RS384', 'ES256', 'ES512', 'RS512', 'PS384'] as const;
export const clientAssertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
export const tokenPath = `${fhirRoot}/auth/token` as const;

/** The errors of OAuth 2.0 (RFC 6749 section 5.2) that happen here. */
export const oauthErrors = [
  'invalid_request',
  'invalid_client',
  'invalid_scope',
  'unsupported_grant_type',
  'temporarily_unavailable',
] as const;
export type OauthError = (typeof oauthErrors)[number];

const text = z.optional(z.string().check(z.maxLength(2000)));
const assertion = {
  client_assertion_type: text,
  client_assertion: z.optional(z.string().check(z.maxLength(8000))),
};

/** Sign-in of other systems: SMART Backend Services (docs/fhir.md). */
export const fhirAuthRoutes = {
  fhirSmartConfiguration: defineRoute({
    method: 'GET',
    path: `${fhirRoot}/.well-known/smart-configuration`,
    summary: 'SMART on FHIR: where and how a backend client gets a token',
    response: z.object({
      token_endpoint: z.string(),
      token_endpoint_auth_methods_supported: z.array(z.string()),
      token_endpoint_auth_signing_alg_values_supported: z.array(z.string()),
      grant_types_supported: z.array(z.string()),
      scopes_supported: z.array(z.string()),
      revocation_endpoint: z.string(),
      capabilities: z.array(z.string()),
    }),
  }),
  fhirToken: defineRoute({
    method: 'POST',
    path: tokenPath,
    summary: 'SMART Backend Services: a token for one doctor, by a signed JWT',
    form: true,
    body: z.object({
      grant_type: text,
      scope: text,
      /** `Practitioner/id` of the doctor that the token acts for. */
      fhirUser: text,
      ...assertion,
    }),
    response: z.object({
      access_token: z.string(),
      token_type: z.literal('bearer'),
      expires_in: z.number(),
      scope: z.string(),
      fhirUser: z.string(),
    }),
  }),
  fhirRevoke: defineRoute({
    method: 'POST',
    path: `${fhirRoot}/auth/revoke`,
    summary: 'Ends a token of a backend client (RFC 7009)',
    form: true,
    body: z.object({ token: text, token_type_hint: text, ...assertion }),
    response: z.object({}),
  }),
};
