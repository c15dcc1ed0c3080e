import * as z from 'zod/mini';
import { doctorProfileSchema, emailSchema } from './accounts.ts';
import { locales } from './codes.ts';
import { idParams } from './common.ts';
import { doctorColumns } from './console-codes.ts';
import { actReasonSchema } from './console-people.ts';
import { defineRoute } from './route.ts';

const { title, first_name, last_name, specialty, city, languages, reply_days } = doctorProfileSchema.shape;

/** A doctor to be invited. */
export const newDoctorSchema = z.object({
  email: emailSchema,
  title,
  first_name,
  last_name,
  specialty,
  city,
  languages,
  reply_days,
  locale: z.enum(locales),
});
export type NewDoctor = z.infer<typeof newDoctorSchema>;

/** The maximum; more would make a transaction of minutes. */
export const mostDoctorsAtOnce = 500;

export const importedLineSchema = z.object({
  /** The line in the file; the first one has the names of the columns. */
  line: z.int(),
  email: z.string(),
  name: z.string(),
  /** `taken`: the address has an account. `twice`: the address is in an earlier line. */
  state: z.enum(['new', 'again', 'taken', 'twice', 'wrong']),
  errors: z.array(z.object({ column: z.enum(doctorColumns), code: z.string() })),
});
export type ImportedLine = z.infer<typeof importedLineSchema>;
export const doctorImportSchema = z.object({
  /** Columns that the file lacks: then no line was read. */
  missing: z.array(z.enum(doctorColumns)),
  lines: z.array(importedLineSchema),
  too_many: z.boolean(),
  /** Invitations that were sent: all of them, or none. */
  sent: z.int(),
});
export type DoctorImport = z.infer<typeof doctorImportSchema>;

/** The console's calls about doctors. */
export const consoleDoctorRoutes = {
  inviteDoctor: defineRoute({
    method: 'POST',
    path: '/api/console/doctors',
    console: 'only',
    summary: 'Invite a doctor, or send the invitation again',
    body: newDoctorSchema,
    response: z.object({ again: z.boolean() }),
  }),
  importDoctors: defineRoute({
    method: 'POST',
    path: '/api/console/doctors/import',
    console: 'only',
    summary: 'Check a CSV file of doctors, and invite them all if it is right',
    body: z.object({ csv: z.string().check(z.maxLength(300_000, 'tooLong')), send: z.boolean() }),
    response: doctorImportSchema,
  }),
  closeDoctor: defineRoute({
    method: 'POST',
    path: '/api/console/doctors/:id/close',
    console: 'only',
    summary: "Close a doctor's account; patients with open cases are asked to choose another doctor",
    params: idParams,
    body: actReasonSchema,
    response: z.object({ open_cases: z.int() }),
  }),
};
