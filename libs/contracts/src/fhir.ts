import * as z from 'zod/mini';
import { fhirAuthRoutes } from './fhir-auth.ts';
import { givenIdSchema } from './common.ts';
import { fhirDicomWebRoutes } from './fhir-dicomweb.ts';
import { fhirJson, fhirRoot } from './fhir-paths.ts';
import { fhirReferralRoutes } from './fhir-referrals.ts';
import { fhirSubscriptionRoutes } from './fhir-subscriptions.ts';
import { defineRoute } from './route.ts';

/** The resource types that can be read by id, beside `Binary`. */
export const fhirReadTypes = [
  'Patient',
  'Practitioner',
  'PractitionerRole',
  'ServiceRequest',
  'Task',
  'Communication',
  'DocumentReference',
  'ImagingStudy',
  'Questionnaire',
  'QuestionnaireResponse',
  'DiagnosticReport',
  'Composition',
  'Condition',
  'Procedure',
  'MedicationStatement',
  'AllergyIntolerance',
  'Provenance',
] as const;
export type FhirReadType = (typeof fhirReadTypes)[number];
/** Several resources can come from one record; their ids then end with a dot and a number. */
export const numberedTypes: readonly FhirReadType[] = ['ImagingStudy', 'Condition', 'Procedure', 'MedicationStatement'];
/** The resource types that can be searched. */
export const fhirSearchTypes = [...fhirReadTypes, 'Consent', 'AuditEvent'] as const;
export type FhirSearchType = (typeof fhirSearchTypes)[number];

/** A resource as it is sent; its type is checked where it is made, and its shape by tests with a validator. */
export const fhirResourceSchema = z.looseObject({ resourceType: z.string() });

const text = z.string().check(z.maxLength(500));
const one = z.optional(text);
const several = z.optional(z.union([text, z.array(text).check(z.maxLength(10))]));

/** `_format` and what every search understands; the parameters of single types are in docs/fhir.md. */
export const fhirReadQuery = z.object({ _format: one });
export const fhirSearchQuery = z.object({
  _format: one,
  _id: one,
  _count: one,
  _cursor: one,
  _include: several,
  _lastUpdated: several,
  patient: one,
  subject: one,
  status: one,
  date: several,
  sent: several,
  authored: several,
  'authored-on': several,
  issued: several,
  started: several,
  recorded: several,
  'recorded-date': several,
});

const id = givenIdSchema();
const numberedId = z
  .string()
  .check(z.toLowerCase(), z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.\d{1,3})?$/));

const readOf = (type: FhirReadType) =>
  defineRoute({
    method: 'GET',
    path: `${fhirRoot}/${type}/:id`,
    summary: `FHIR R4: one ${type}`,
    params: z.object({ id: numberedTypes.includes(type) ? numberedId : id }),
    query: fhirReadQuery,
    response: fhirResourceSchema,
    media: fhirJson,
    scope: { type, permission: 'r' },
  });
const searchOf = (type: FhirSearchType) =>
  defineRoute({
    method: 'GET',
    path: `${fhirRoot}/${type}`,
    summary: `FHIR R4: search for ${type}`,
    query: fhirSearchQuery,
    response: fhirResourceSchema,
    media: fhirJson,
    scope: { type, permission: 's' },
  });
export type FhirReadRoute = ReturnType<typeof readOf>;
export type FhirSearchRoute = ReturnType<typeof searchOf>;

const named = <K extends string, R>(prefix: string, keys: readonly K[], make: (key: K) => R) =>
  Object.fromEntries(keys.map((key) => [prefix + key, make(key)]));

export const fhirRoutes = {
  ...fhirAuthRoutes,
  ...fhirSubscriptionRoutes,
  ...fhirReferralRoutes,
  ...fhirDicomWebRoutes,
  fhirMetadata: defineRoute({
    method: 'GET',
    path: `${fhirRoot}/metadata`,
    summary: 'FHIR R4: what this server can do (CapabilityStatement)',
    query: fhirReadQuery,
    response: fhirResourceSchema,
    media: fhirJson,
  }),
  fhirReadBinary: defineRoute({
    method: 'GET',
    path: `${fhirRoot}/Binary/:id`,
    summary: 'FHIR R4: the file of a document, as it is or as a resource',
    params: z.object({ id }),
    query: fhirReadQuery,
    response: null,
    media: fhirJson,
    scope: { type: 'Binary', permission: 'r' },
  }),
  storeInstances: defineRoute({
    method: 'POST',
    path: `${fhirRoot}/ServiceRequest/:id/dicomweb/studies`,
    summary: 'DICOMweb STOW-RS: adds images to a case (docs/hospitals.md)',
    params: z.object({ id }),
    response: null,
    media: 'application/dicom+json',
    multipart: 'related',
    scope: { type: 'ImagingStudy', permission: 'c' },
  }),
  ...(named('fhirRead', fhirReadTypes, readOf) as Record<`fhirRead${FhirReadType}`, FhirReadRoute>),
  ...(named('fhirSearch', fhirSearchTypes, searchOf) as Record<`fhirSearch${FhirSearchType}`, FhirSearchRoute>),
};
