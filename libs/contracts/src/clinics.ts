import * as z from 'zod/mini';
import { idParams, idSchema } from './common.ts';
import { defineRoute } from './route.ts';

/** A clinic beside a doctor's name, with the doctor's site; null for several, or none. */
export const namedClinicSchema = z.object({
  id: idSchema,
  name: z.string(),
  site: z.nullable(z.object({ name: z.string(), city: z.string() })),
  price_de: z.optional(z.string()),
  price_en: z.optional(z.string()),
});
export type NamedClinic = z.infer<typeof namedClinicSchema>;

export const clinicSiteSchema = z.object({
  id: idSchema,
  name: z.string(),
  street: z.string(),
  zipcode: z.string(),
  city: z.string(),
  phone: z.string(),
});
export type ClinicSite = z.infer<typeof clinicSiteSchema>;

/** A clinic as everybody signed in sees it. */
export const clinicSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** `data:image/png;base64,…` */
  logo: z.nullable(z.string()),
  /** `#rrggbb`, dark enough for white text; empty for none. */
  accent: z.string(),
  imprint_de: z.string(),
  imprint_en: z.string(),
  /** Cost of an answer, or who pays it, at doctors without a line of their own; empty for none. */
  price_de: z.optional(z.string()),
  price_en: z.optional(z.string()),
  sites: z.array(clinicSiteSchema),
});
export type Clinic = z.infer<typeof clinicSchema>;

/** The most doctors that the page of a clinic names. */
export const mostDoctorsOfClinic = 200;

export const clinicPageSchema = z.extend(clinicSchema, {
  doctors: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      specialty: z.string(),
      site: z.nullable(z.object({ name: z.string(), city: z.string() })),
    }),
  ),
  /** There are more doctors than the page names. */
  more_doctors: z.boolean(),
});
export type ClinicPage = z.infer<typeof clinicPageSchema>;

export const clinicRoutes = {
  getClinic: defineRoute({
    method: 'GET',
    path: '/api/clinics/:id',
    summary: "A clinic's page: logo, sites, imprint, and the doctors who can be asked there",
    params: idParams,
    response: clinicPageSchema,
  }),
};
