import * as z from 'zod/mini';
import { fhirRoot } from './fhir-paths.ts';
import { defineRoute } from './route.ts';

/** The signature algorithms that a backend client may use. */
export const clientAlgorithms = ['ES384', 'RS384', 'ES256', 'ES512', 'RS512', 'PS384'] as const;
export const clientAssertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
export const tokenPath = `${fhirRoot}/auth/token` as const;
/** Pages of other sites may call these, too (cross-site.ts). */
export const revokePath = `${fhirRoot}/auth/revoke` as const;

/** The errors of OAuth 2.0 (RFC 6749 sections 4.1.2.1 and 5.2) that happen here. */
export const oauthErrors = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'unsupported_grant_type',
  'unsupported_response_type',
  'temporarily_unavailable',
] as const;
export type OauthError = (typeof oauthErrors)[number];

const text = z.optional(z.string().check(z.maxLength(2000)));
const assertion = {
  client_assertion_type: text,
  client_assertion: z.optional(z.string().check(z.maxLength(8000))),
};

/** Sign-in of other systems: SMART Backend Services, and SMART App Launch for patients' apps (docs/fhir.md). */
export const fhirAuthRoutes = {
  fhirSmartConfiguration: defineRoute({
    method: 'GET',
    path: `${fhirRoot}/.well-known/smart-configuration`,
    summary: 'SMART on FHIR: where and how backend clients and apps get a token',
    response: z.object({
      authorization_endpoint: z.string(),
      token_endpoint: z.string(),
      token_endpoint_auth_methods_supported: z.array(z.string()),
      token_endpoint_auth_signing_alg_values_supported: z.array(z.string()),
      grant_types_supported: z.array(z.string()),
      response_types_supported: z.array(z.string()),
      code_challenge_methods_supported: z.array(z.string()),
      authorization_response_iss_parameter_supported: z.boolean(),
      scopes_supported: z.array(z.string()),
      revocation_endpoint: z.string(),
      capabilities: z.array(z.string()),
    }),
  }),
  fhirAuthorize: defineRoute({
    method: 'GET',
    path: `${fhirRoot}/auth/authorize`,
    summary: 'SMART App Launch: an app sends the browser here, and the patient decides',
    /** The handler checks each parameter, because an error goes either to the app or to a page. */
    query: z.record(z.string(), z.unknown()),
    response: null,
  }),
  fhirToken: defineRoute({
    method: 'POST',
    path: tokenPath,
    summary: 'SMART on FHIR: a token for one doctor by a signed JWT, or for one person by the code that an app got',
    form: true,
    body: z.object({
      grant_type: text,
      scope: text,
      /** `Practitioner/id` of the doctor that the token acts for. */
      fhirUser: text,
      ...assertion,
      /** The fields from here on are sent by apps. */
      client_id: text,
      code: text,
      redirect_uri: text,
      code_verifier: text,
      refresh_token: text,
    }),
    response: z.object({
      access_token: z.string(),
      token_type: z.enum(['bearer', 'Bearer']),
      expires_in: z.number(),
      scope: z.string(),
      fhirUser: z.optional(z.string()),
      /** The id of the person that an app may read. */
      patient: z.optional(z.string()),
      refresh_token: z.optional(z.string()),
    }),
  }),
  fhirRevoke: defineRoute({
    method: 'POST',
    path: revokePath,
    summary: 'Ends a token of a backend client, or the access of an app (RFC 7009)',
    form: true,
    body: z.object({ token: text, token_type_hint: text, client_id: text, ...assertion }),
    response: z.object({}),
  }),
};
