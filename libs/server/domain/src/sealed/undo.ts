import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';
import { exampleAnsweredForm, sealedAnsweredForm } from './answered-form.ts';

/** Columns by name; times in milliseconds. */
const columns = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const entry = z.object({ lastActivityAt: z.nullable(z.number()), archivedAt: z.nullable(z.number()) });
const ids = z.array(z.string());

/** The recorded effects of a submission, so that a withdrawal can revert them without knowing its kind. */
export const undoRecord = sealedKind({
  name: 'undo',
  schema: z.object({
    body: z.unknown(),
    draft: z.nullable(z.record(z.string(), z.unknown())),
    case: z.object({ before: columns, after: columns }),
    /** The ToDos it created, and those it settled with their resulting version. */
    todos: z.object({
      given: ids,
      settled: z.array(
        z.object({ id: z.string(), version: z.number(), dropped: z.boolean(), completedAt: z.nullable(z.number()) }),
      ),
    }),
    /** The questions it answered, with their previous answer. */
    questions: z.array(
      z.object({
        id: z.string(),
        answer: z.nullable(z.string()),
        answeredAt: z.nullable(z.number()),
        left: z.nullable(z.number()),
      }),
    ),
    timeline: ids,
    consents: ids,
    notices: ids,
    letters: ids,
    /** The doctor's patient entry: null if it was created. */
    entry: z.object({ before: z.nullable(entry), after: z.nullable(entry) }),
    /** Answers to forms of doctors chosen before, which left the case with its first request. */
    forms: z.optional(z.array(sealedAnsweredForm)),
  }),
  versions: [
    {
      shape:
        '{ body: unknown, draft: { [string]: unknown } | null, case: { before: { [string]: string | number | null }, after: { [string]: string | number | null } }, todos: { given: (string)[], settled: ({ id: string, version: number, dropped: boolean, completedAt: number | null })[] }, questions: ({ id: string, answer: string | null, answeredAt: number | null, left: number | null })[], timeline: (string)[], consents: (string)[], notices: (string)[], letters: (string)[], entry: { before: { lastActivityAt: number | null, archivedAt: number | null } | null, after: { lastActivityAt: number | null, archivedAt: number | null } | null } }',
      example: {
        body: { subject: 'Rückfrage', message: 'Darf ich Sport treiben?' },
        draft: null,
        case: {
          before: { status: 'answered', lastActivityAt: 1795000000000 },
          after: { status: 'answered', lastActivityAt: 1795000060000 },
        },
        todos: { given: [], settled: [{ id: '5f0c', version: 2, dropped: false, completedAt: null }] },
        questions: [{ id: '7a1d', answer: null, answeredAt: null, left: 1795000060000 }],
        timeline: ['0b52'],
        consents: [],
        notices: [],
        letters: [],
        entry: { before: null, after: { lastActivityAt: 1795000060000, archivedAt: null } },
      },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ body: unknown, draft: { [string]: unknown } | null, case: { before: { [string]: string | number | null }, after: { [string]: string | number | null } }, todos: { given: (string)[], settled: ({ id: string, version: number, dropped: boolean, completedAt: number | null })[] }, questions: ({ id: string, answer: string | null, answeredAt: number | null, left: number | null })[], timeline: (string)[], consents: (string)[], notices: (string)[], letters: (string)[], entry: { before: { lastActivityAt: number | null, archivedAt: number | null } | null, after: { lastActivityAt: number | null, archivedAt: number | null } | null }, forms?: ({ doctor: { id: string, name: string }, version: number, fields: ({ id: string, kind: "text" | "long_text" | "number" | "date" | "one_of" | "several_of" | "yes_no", label_de: string, label_en: string, help_de: string, help_en: string, required: boolean, unit: string, min: string, max: string, choices: ({ id: string, label_de: string, label_en: string })[] })[], answers: { [string]: string | (string)[] } })[] }',
      example: {
        body: { subject: 'Rückfrage', message: 'Darf ich Sport treiben?' },
        draft: null,
        case: {
          before: { status: 'answered', lastActivityAt: 1795000000000 },
          after: { status: 'answered', lastActivityAt: 1795000060000 },
        },
        todos: { given: [], settled: [{ id: '5f0c', version: 2, dropped: false, completedAt: null }] },
        questions: [{ id: '7a1d', answer: null, answeredAt: null, left: 1795000060000 }],
        timeline: ['0b52'],
        consents: [],
        notices: [],
        letters: [],
        entry: { before: null, after: { lastActivityAt: 1795000060000, archivedAt: null } },
        forms: [exampleAnsweredForm],
      },
    },
  ],
});
export type Undo = Sealed<typeof undoRecord>;
