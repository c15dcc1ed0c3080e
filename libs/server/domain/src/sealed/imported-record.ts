import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';
import { exampleMedicationList, sealedMedicationList } from './medication-list.ts';

/** The content of an archive that was checked, under the patient's key. Its texts stay in the archive. */
export const importedRecord = sealedKind({
  name: 'imported_record',
  schema: z.object({
    file_name: z.string(),
    /** Null until it was checked. */
    content: z.nullable(
      z.object({
        made_at: z.string(),
        host: z.string(),
        key_id: z.string(),
        person: z.object({ first_name: z.string(), last_name: z.string(), date_of_birth: z.string() }),
        health: z.nullable(
          z.object({
            medication: z.string(),
            allergies: z.string(),
            operations: z.string(),
            previous_illnesses: z.string(),
            medication_list: z.nullable(sealedMedicationList),
          }),
        ),
        left_out: z.array(z.string()),
        cases: z.array(
          z.object({
            id: z.string(),
            case_name: z.string(),
            doctor: z.string(),
            created_at: z.string(),
            answers: z.number(),
            /** Ids of its documents there. */
            documents: z.array(z.string()),
          }),
        ),
        /** The position of each member in the archive, and the owner of its bytes. */
        files: z.array(
          z.object({
            path: z.string(),
            document: z.nullable(z.string()),
            start: z.number(),
            packed: z.number(),
            deflated: z.boolean(),
            size: z.number(),
            sha256: z.string(),
            type: z.string(),
          }),
        ),
      }),
    ),
  }),
  versions: [
    {
      shape:
        '{ file_name: string, content: { made_at: string, host: string, key_id: string, person: { first_name: string, last_name: string, date_of_birth: string }, health: { medication: string, allergies: string, operations: string, previous_illnesses: string } | null, left_out: (string)[], cases: ({ id: string, case_name: string, doctor: string, created_at: string, answers: number, documents: (string)[] })[], files: ({ path: string, document: string | null, start: number, packed: number, deflated: boolean, size: number, sha256: string, type: string })[] } | null }',
      example: {
        file_name: 'konsil-record-2026-11-20.zip',
        content: {
          made_at: '2026-11-20T08:00:00.000Z',
          host: 'konsil.example.org',
          key_id: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
          person: { first_name: 'Jakob', last_name: 'Weiss', date_of_birth: '2019-03-01' },
          health: { medication: '', allergies: 'Penicillin', operations: '', previous_illnesses: '' },
          left_out: [],
          cases: [
            {
              id: '6f2d1c5e-3f0a-4b57-9d52-0d0f6f2f8a11',
              case_name: 'Knie',
              doctor: 'Dr. med. Jonas Weber',
              created_at: '2026-10-01T08:00:00.000Z',
              answers: 1,
              documents: ['0b9d3b1e-7c1f-4f0e-8a55-3a1d7a2f6c90'],
            },
          ],
          files: [
            {
              path: 'originals/Knie/befund.pdf',
              document: '0b9d3b1e-7c1f-4f0e-8a55-3a1d7a2f6c90',
              start: 48,
              packed: 1200,
              deflated: false,
              size: 1200,
              sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
              type: 'application/pdf',
            },
          ],
        },
      },
      upgrade: ({ content, ...value }: { content: { health: object | null } | null }) => ({
        ...value,
        content: content && { ...content, health: content.health && { medication_list: null, ...content.health } },
      }),
    },
    {
      shape:
        '{ file_name: string, content: { made_at: string, host: string, key_id: string, person: { first_name: string, last_name: string, date_of_birth: string }, health: { medication: string, allergies: string, operations: string, previous_illnesses: string, medication_list: { medicines: ({ heading: string, ingredients: ({ name: string, strength: string })[], trade_name: string, pzn: string, form: string, times: { morning: string, noon: string, evening: string, night: string } | null, dose: string, unit: string, hint: string, reason: string })[], notes: ({ heading: string, text: string })[], sources: ({ printed_on: string | null, author: string })[], edited: boolean } | null } | null, left_out: (string)[], cases: ({ id: string, case_name: string, doctor: string, created_at: string, answers: number, documents: (string)[] })[], files: ({ path: string, document: string | null, start: number, packed: number, deflated: boolean, size: number, sha256: string, type: string })[] } | null }',
      example: {
        file_name: 'konsil-record-2026-11-20.zip',
        content: {
          made_at: '2026-11-20T08:00:00.000Z',
          host: 'konsil.example.org',
          key_id: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
          person: { first_name: 'Jakob', last_name: 'Weiss', date_of_birth: '2019-03-01' },
          health: {
            medication: '',
            allergies: 'Penicillin',
            operations: '',
            previous_illnesses: '',
            medication_list: exampleMedicationList,
          },
          left_out: [],
          cases: [
            {
              id: '6f2d1c5e-3f0a-4b57-9d52-0d0f6f2f8a11',
              case_name: 'Knie',
              doctor: 'Dr. med. Jonas Weber',
              created_at: '2026-10-01T08:00:00.000Z',
              answers: 1,
              documents: ['0b9d3b1e-7c1f-4f0e-8a55-3a1d7a2f6c90'],
            },
          ],
          files: [
            {
              path: 'originals/Knie/befund.pdf',
              document: '0b9d3b1e-7c1f-4f0e-8a55-3a1d7a2f6c90',
              start: 48,
              packed: 1200,
              deflated: false,
              size: 1200,
              sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
              type: 'application/pdf',
            },
          ],
        },
      },
    },
  ],
});
export type ImportedRecord = Sealed<typeof importedRecord>;
export type ArchiveContent = NonNullable<ImportedRecord['content']>;
export type ArchiveFile = ArchiveContent['files'][number];
