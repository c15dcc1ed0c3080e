import * as z from 'zod/mini';
import { isReadableAccent } from './accent-color.ts';
import { clinicSchema } from './clinics.ts';
import {
  givenIdSchema,
  idParams,
  idSchema,
  listQuery,
  momentSchema,
  optionalText,
  pageOf,
  requiredText,
} from './common.ts';
import { newPictureSchema } from './pictures.ts';
import { priceSchema } from './prices.ts';
import { defineRoute } from './route.ts';

export const mostSites = 30;

const siteFieldsSchema = z.object({
  /** The id of an existing site. */
  id: z.optional(givenIdSchema()),
  name: optionalText(100),
  street: optionalText(120),
  zipcode: optionalText(20),
  city: requiredText('cityMissing', 100),
  phone: optionalText(40),
});
export type SiteFields = z.infer<typeof siteFieldsSchema>;

/** A name in front of an address: control characters and what separates addresses would change the head of an e-mail. */
const senderSchema = optionalText(60).check(z.regex(/^[^\p{Cc}<>()[\]"@,;:\\]*$/u, 'invalid'));

export const clinicFieldsSchema = z.object({
  name: requiredText('sourceNameMissing', 120),
  sender_name: senderSchema,
  accent: z.string().check(
    z.trim(),
    z.toLowerCase(),
    z.refine((color) => color === '' || isReadableAccent(color), 'invalid'),
  ),
  imprint_de: optionalText(6000),
  imprint_en: optionalText(6000),
  price_de: z.optional(priceSchema),
  price_en: z.optional(priceSchema),
  sites: z.array(siteFieldsSchema).check(z.maxLength(mostSites, 'tooMany')),
  /** Null removes it; left out, the logo stays. */
  logo: z.optional(z.nullable(newPictureSchema)),
});
export type ClinicFields = z.infer<typeof clinicFieldsSchema>;

export const consoleClinicSchema = z.extend(clinicSchema, {
  version: z.int(),
  sender_name: z.string(),
  /** True if the doctors of the clinic take cases together, where the patients agree. */
  pool: z.boolean(),
  archived_at: z.nullable(momentSchema),
  /** Other systems that act for its doctors (docs/fhir.md, "Backend clients"). */
  systems: z.array(
    z.object({ id: idSchema, name: z.string(), scopes: z.array(z.string()), last_token_at: z.nullable(momentSchema) }),
  ),
  doctors: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      specialty: z.string(),
      site_id: z.nullable(idSchema),
      /** False for a doctor whose account is closed, whom patients do not see. */
      active: z.boolean(),
    }),
  ),
});
export type ConsoleClinic = z.infer<typeof consoleClinicSchema>;

export const listedClinicSchema = z.object({
  id: idSchema,
  name: z.string(),
  cities: z.array(z.string()),
  doctors: z.int(),
  archived_at: z.nullable(momentSchema),
});
export type ListedClinic = z.infer<typeof listedClinicSchema>;

/** The minimum length of a name in a search. */
export const shortestDoctorSearch = 2;

/** The console's calls about clinics. */
export const consoleClinicRoutes = {
  listClinics: defineRoute({
    method: 'GET',
    path: '/api/console/clinics',
    console: 'only',
    summary: 'Clinics by name',
    query: z.object(listQuery),
    response: pageOf(listedClinicSchema),
  }),
  addClinic: defineRoute({
    method: 'POST',
    path: '/api/console/clinics',
    console: 'only',
    status: 201,
    summary: 'Create a clinic',
    body: clinicFieldsSchema,
    response: consoleClinicSchema,
  }),
  consoleClinic: defineRoute({
    method: 'GET',
    path: '/api/console/clinics/:id',
    console: 'only',
    summary: 'A clinic with its sites and doctors',
    params: idParams,
    response: consoleClinicSchema,
  }),
  updateClinic: defineRoute({
    method: 'PUT',
    path: '/api/console/clinics/:id',
    console: 'only',
    summary: 'Change a clinic and its sites',
    params: idParams,
    body: z.extend(clinicFieldsSchema, { version: z.int() }),
    response: consoleClinicSchema,
  }),
  archiveClinic: defineRoute({
    method: 'POST',
    path: '/api/console/clinics/:id/archive',
    console: 'only',
    summary: 'Archive a clinic, which patients see no longer, or bring it back',
    params: idParams,
    body: z.object({ archived: z.boolean() }),
    response: consoleClinicSchema,
  }),
  setPoolOfClinic: defineRoute({
    method: 'POST',
    path: '/api/console/clinics/:id/pool',
    console: 'only',
    summary: 'Let the doctors of a clinic take cases together, or no longer: then cases stay with who has them',
    params: idParams,
    body: z.object({ on: z.boolean() }),
    response: consoleClinicSchema,
  }),
  setDoctorOfClinic: defineRoute({
    method: 'POST',
    path: '/api/console/clinics/:id/doctors',
    console: 'only',
    summary: 'Add a doctor to a clinic, move them to another site, or take them out',
    params: idParams,
    body: z.object({
      doctor: givenIdSchema('doctorMissing'),
      site: z.nullable(givenIdSchema()),
      belongs: z.boolean(),
    }),
    response: consoleClinicSchema,
  }),
  findDoctorsOfConsole: defineRoute({
    method: 'GET',
    path: '/api/console/doctors',
    console: 'only',
    summary: 'Doctors of the directory by name, to add them to a clinic',
    query: z.object({ search: z.string().check(z.trim(), z.minLength(shortestDoctorSearch), z.maxLength(200)) }),
    response: z.object({
      items: z.array(z.object({ id: idSchema, name: z.string(), specialty: z.string(), city: z.string() })),
      more: z.boolean(),
    }),
  }),
};
