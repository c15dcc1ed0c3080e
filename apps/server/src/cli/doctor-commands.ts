import { readFileSync } from 'node:fs';
import { doctorProfileSchema, emailSchema } from '@konsil/contracts/accounts';
import { locales } from '@konsil/contracts/codes';
import { mostDoctorsAtOnce, type DoctorImport } from '@konsil/contracts/console-doctors';
import { readableAddress } from '@konsil/contracts/mail-address';
import * as z from 'zod/mini';
import {
  deactivateDoctor,
  inviteDoctor,
  listDoctors,
  OperatorError,
  operator,
} from '@konsil/server-consultation/doctors/invitations';
import { importDoctors } from '@konsil/server-operators/invite-doctors';
import { appendAudit } from '@konsil/server-platform/audit/audit';
import { invalidFields } from '@konsil/server-platform/http/problems';
import { fieldMessage, isFieldCode } from '@konsil/server-platform/http/words';
import { WrongUsage, type Command } from './command.ts';

const invitation = z.object({
  email: emailSchema,
  title: doctorProfileSchema.shape.title,
  'first-name': doctorProfileSchema.shape.first_name,
  'last-name': doctorProfileSchema.shape.last_name,
  specialty: doctorProfileSchema.shape.specialty,
  city: doctorProfileSchema.shape.city,
  'reply-days': doctorProfileSchema.shape.reply_days,
  languages: z.array(z.string().check(z.regex(/^[a-z]{2}$/, 'languagesInvalid'))),
  locale: z.enum(locales, 'localeInvalid'),
});

const invite: Command = {
  name: 'doctor invite',
  summary: 'Invite a doctor by e-mail, or send the invitation again',
  usage:
    '--email <address> --first-name <name> --last-name <name> --specialty <text> --city <text> [--title <text>] [--languages de,en] [--reply-days 3] [--locale de]',
  help: [
    '--email       where the invitation goes; the link in it is valid for 24 hours',
    '--title       such as "Dr. med."',
    '--languages   what the doctor speaks, as codes of two letters (de)',
    '--reply-days  working days until an answer can be expected (3)',
    '--locale      language of the invitation, de or en (de)',
  ],
  options: {
    email: { type: 'string' },
    title: { type: 'string', default: '' },
    'first-name': { type: 'string' },
    'last-name': { type: 'string' },
    specialty: { type: 'string' },
    city: { type: 'string' },
    languages: { type: 'string', default: 'de' },
    'reply-days': { type: 'string', default: '3' },
    locale: { type: 'string', default: 'de' },
  },
  words: 0,
  run: async ({ installation, options, say }) => {
    const checked = z.safeParse(invitation, {
      ...options,
      languages: String(options.languages).split(','),
      'reply-days': Number(options['reply-days']),
    });
    if (!checked.success)
      throw new WrongUsage(
        invalidFields(checked.error.issues)
          .details.errors?.map(({ path, code }) => `--${path}: ${fieldMessage(code, 'en')}.`)
          .join('\n'),
      );
    const {
      email,
      title,
      specialty,
      city,
      languages,
      locale,
      'first-name': first_name,
      'last-name': last_name,
      'reply-days': reply_days,
    } = checked.data;
    const { again } = await inviteDoctor(installation, {
      email,
      title,
      first_name,
      last_name,
      specialty,
      city,
      languages,
      reply_days,
      locale,
    });
    say(
      `${again ? 'The invitation is sent again' : 'The invitation is sent'} to ${readableAddress(email)} as soon as a server runs.`,
    );
  },
};

const faultsOf = ({ missing, too_many, lines }: DoctorImport): string[] => [
  ...missing.map((column) => `The first line names no column "${column}".`),
  ...(too_many ? [`A file may have ${mostDoctorsAtOnce} doctors at most.`] : []),
  ...lines.flatMap(({ line, email, state, errors }) =>
    state === 'taken'
      ? [`Line ${line}: ${readableAddress(email)} has an account already.`]
      : state === 'twice'
        ? [`Line ${line}: ${readableAddress(email)} is in an earlier line, too.`]
        : errors.map(
            ({ column, code }) => `Line ${line}, ${column}: ${isFieldCode(code) ? fieldMessage(code, 'en') : code}.`,
          ),
  ),
];

const importAll: Command = {
  name: 'doctor import',
  summary: 'Invite all doctors of a CSV file, or none if a line is wrong',
  usage: '<file> [--check]',
  help: [
    'The first line names the columns: email, first_name, last_name, specialty, city, and if you like title,',
    'languages, reply_days, locale. "-" reads standard input.',
    '--check   only says what is wrong in the file',
  ],
  options: { check: { type: 'boolean', default: false } },
  words: 1,
  run: async ({ installation, options, words: [file = ''], say }) => {
    const csv = readFileSync(file === '-' ? 0 : file, 'utf8');
    const shown = await installation.db.transaction(async (tx) => {
      const { shown: judged, records } = await importDoctors(installation, tx, csv, !options.check);
      await appendAudit(tx, installation.vault, operator, installation.clock.now(), records);
      return judged;
    });
    const faults = faultsOf(shown);
    if (faults.length > 0) throw new OperatorError(faults.join('\n'));
    say(
      options.check
        ? `Doctors that would be invited: ${shown.lines.length}.`
        : `Invitations that are sent as soon as a server runs: ${shown.sent}.`,
    );
  },
};

const deactivate: Command = {
  name: 'doctor deactivate',
  summary: "Close a doctor's account: sessions end at once, nothing is deleted",
  usage: '<e-mail>',
  help: ['Appointments agreed with the doctor end. Patients with open cases are told, and choose another doctor.'],
  words: 1,
  run: async ({ installation, words: [email = ''], say }) => {
    const open = await deactivateDoctor(installation, email);
    say(`${email} is deactivated. An invitation opens the account again.`);
    say(
      open === 0
        ? 'No case is open with this doctor.'
        : `Open cases with this doctor: ${open}. Their patients are told to choose another doctor as soon as a server runs.`,
    );
  },
};

const list: Command = {
  name: 'doctor list',
  summary: 'List the doctors',
  usage: '[--json]',
  help: ['--json   for programs'],
  options: { json: { type: 'boolean', default: false } },
  words: 0,
  run: async ({ installation, options, say }) => {
    const doctors = await listDoctors(installation);
    if (options.json) return say(JSON.stringify(doctors, null, 2));
    if (doctors.length === 0) return say('There are no doctors yet: "doctor invite --help" says how to invite one.');
    for (const doctor of doctors)
      say(
        `${doctor.state.padEnd(12)} ${doctor.name}, ${doctor.specialty}${doctor.city ? `, ${doctor.city}` : ''} <${readableAddress(doctor.email)}>`,
      );
  },
};

export const doctorCommands: readonly Command[] = [invite, importAll, deactivate, list];
