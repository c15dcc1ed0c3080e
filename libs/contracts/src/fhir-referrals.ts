import * as z from 'zod/mini';
import { fhirJson, fhirRoot } from './fhir-paths.ts';
import { defineRoute } from './route.ts';

/** A whole request: documents are base64 in it. */
export const mostReferralBytes = 24 * 1024 * 1024;

export const fhirReferralRoutes = {
  /** The handler checks the Bundle element by element, so that each error names the expression of its element. */
  fhirTransaction: defineRoute({
    method: 'POST',
    path: fhirRoot,
    summary: 'FHIR R4: a backend client prepares a case for a patient (transaction Bundle)',
    body: z.looseObject({}),
    response: z.looseObject({ resourceType: z.string() }),
    media: fhirJson,
    scope: { type: 'ServiceRequest', permission: 'c' },
  }),
};
