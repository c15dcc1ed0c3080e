import * as z from 'zod/mini';
import { genders, relationships } from './codes.ts';
import {
  idParams,
  idSchema,
  listQuery,
  momentSchema,
  optionalText,
  pageOf,
  pastDaySchema,
  requiredText,
  versionBody,
  versionSchema,
} from './common.ts';
import { defineRoute } from './route.ts';

/** docs/specification.md sections 3 and 5: the fields of a patient record. */
export const patientFieldsSchema = z.object({
  first_name: requiredText('firstNameMissing', 100),
  last_name: requiredText('lastNameMissing', 100),
  gender: z.enum(genders, 'genderMissing'),
  date_of_birth: pastDaySchema('dateOfBirthMissing'),
  street: requiredText('streetMissing', 200),
  house_number: requiredText('houseNumberMissing', 20),
  zipcode: z.string('zipcodeRule').check(z.trim(), z.regex(/^\d{1,5}$/, 'zipcodeRule')),
  city: requiredText('cityMissing', 100),
  state: z.optional(optionalText(100)),
  country: z.optional(optionalText(100)),
  phone: z.optional(optionalText(40)),
});
export type PatientFields = z.infer<typeof patientFieldsSchema>;

/**
 * The optional texts of a record besides name, birth and address. Forms, pages and dossier show each of them; labels are
 * `codes.patientDetail`.
 */
export const patientDetails = ['phone'] as const satisfies readonly (keyof PatientFields)[];
export type PatientDetail = (typeof patientDetails)[number];

export const newPatientSchema = z.extend(patientFieldsSchema, { relationship: z.enum(relationships, 'selectOption') });
export type NewPatient = z.infer<typeof newPatientSchema>;
export const updatePatientSchema = z.extend(newPatientSchema, { version: z.optional(versionSchema) });

/** The parts of an address that a first sending needs; the account holder's own may come after the registration. */
export const addressParts = ['street', 'house_number', 'zipcode', 'city'] as const satisfies (keyof PatientFields)[];

export const patientSchema = z.extend(newPatientSchema, {
  date_of_birth: z.iso.date(),
  street: z.string(),
  house_number: z.string(),
  zipcode: z.string(),
  city: z.string(),
  id: idSchema,
  version: versionSchema,
  archived_at: z.nullable(momentSchema),
  created_at: momentSchema,
  /** A medical summary was released that the patient has not opened yet. */
  summary_unread: z.optional(z.literal(true)),
});
export type Patient = z.infer<typeof patientSchema>;

/** The patient fields in lists and cases. */
export const patientNameSchema = z.object({
  id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  gender: z.enum(genders),
  date_of_birth: z.iso.date(),
});
export type PatientName = z.infer<typeof patientNameSchema>;

export const patientSummarySchema = z.extend(patientNameSchema, {
  relationship: z.enum(relationships),
  archived_at: z.nullable(momentSchema),
  /** Cases that the reader has not archived: all, and those not closed. */
  case_count: z.int(),
  open_case_count: z.int(),
  /** The cases that wait for the doctor, and for the patient. */
  cases_with_doctor: z.int(),
  cases_with_patient: z.int(),
  last_activity_at: momentSchema,
});
export type PatientSummary = z.infer<typeof patientSummarySchema>;

export const patientsQuerySchema = z.object({ ...listQuery, sort: z.optional(z.enum(['name', 'activity'])) });

export const patientRoutes = {
  listPatients: defineRoute({
    method: 'GET',
    path: '/api/patientsoverview',
    documented: true,
    summary: 'The patients of the account, or of the doctor',
    query: patientsQuerySchema,
    response: pageOf(patientSummarySchema),
  }),
  addPatient: defineRoute({
    method: 'POST',
    path: '/api/patients',
    status: 201,
    summary: 'Add a patient',
    body: newPatientSchema,
    response: patientSchema,
  }),
  getPatient: defineRoute({
    method: 'GET',
    path: '/api/patients/:id',
    summary: 'A patient record',
    params: idParams,
    response: patientSchema,
  }),
  updatePatient: defineRoute({
    method: 'PUT',
    path: '/api/patients/:id',
    summary: 'Change a patient record',
    params: idParams,
    body: updatePatientSchema,
    response: patientSchema,
  }),
  archivePatient: defineRoute({
    method: 'POST',
    path: '/api/patients/:id/archive',
    summary: 'Move a patient to the archive (a doctor: to their own)',
    params: idParams,
    body: versionBody,
    response: patientSummarySchema,
  }),
  restorePatient: defineRoute({
    method: 'POST',
    path: '/api/patients/:id/restore',
    summary: 'Bring a patient back from the archive',
    params: idParams,
    body: versionBody,
    response: patientSummarySchema,
  }),
};
