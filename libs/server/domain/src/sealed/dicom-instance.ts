import type { DicomInstance } from '@konsil/server-dicom/dicom-instance';
import { sealedKind } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

const range = z.tuple([z.number(), z.number()]);
const swap = z.union([z.literal(1), z.literal(2), z.literal(4), z.literal(8)]);

/** The parsed data of one image, under the patient's key. */
export const dicomInstance = sealedKind<DicomInstance>({
  name: 'dicom_instance',
  schema: z.object({
    studyUid: z.string(),
    seriesUid: z.string(),
    instanceUid: z.string(),
    sopClassUid: z.string(),
    modality: z.string(),
    studyDate: z.nullable(z.string()),
    studyTime: z.nullable(z.string()),
    studyDescription: z.string(),
    seriesNumber: z.nullable(z.number()),
    seriesDescription: z.string(),
    instanceNumber: z.nullable(z.number()),
    patientName: z.string(),
    birthDate: z.nullable(z.string()),
    rows: z.number(),
    columns: z.number(),
    frames: z.number(),
    samplesPerPixel: z.number(),
    bitsAllocated: z.number(),
    bitsStored: z.number(),
    signed: z.boolean(),
    planar: z.boolean(),
    photometric: z.string(),
    transferSyntax: z.string(),
    deflated: z.boolean(),
    pixels: z.union([
      z.object({ kind: z.literal('native'), offset: z.number(), frameBits: z.number(), swap }),
      z.object({ kind: z.literal('encapsulated'), frames: z.array(z.array(range)) }),
    ]),
    bulk: z.record(z.string(), z.object({ range, swap })),
    metadata: z.string(),
    sha256: z.optional(z.string()),
    storedAt: z.object({ member: z.number(), name: z.string(), range, inflate: z.boolean(), size: z.number() }),
  }),
  versions: [
    {
      shape:
        '{ studyUid: string, seriesUid: string, instanceUid: string, sopClassUid: string, modality: string, studyDate: string | null, studyTime: string | null, studyDescription: string, seriesNumber: number | null, seriesDescription: string, instanceNumber: number | null, patientName: string, birthDate: string | null, rows: number, columns: number, frames: number, samplesPerPixel: number, bitsAllocated: number, bitsStored: number, signed: boolean, planar: boolean, photometric: string, transferSyntax: string, deflated: boolean, pixels: { kind: "native", offset: number, frameBits: number, swap: 1 | 2 | 4 | 8 } | { kind: "encapsulated", frames: (([number, number])[])[] }, bulk: { [string]: { range: [number, number], swap: 1 | 2 | 4 | 8 } }, metadata: string, sha256?: string, storedAt: { member: number, name: string, range: [number, number], inflate: boolean, size: number } }',
      example: {
        studyUid: '1.2.3',
        seriesUid: '1.2.3.1',
        instanceUid: '1.2.3.1.1',
        sopClassUid: '1.2.840.10008.5.1.4.1.1.4',
        modality: 'MR',
        studyDate: '2026-03-01',
        studyTime: null,
        studyDescription: 'Knie',
        seriesNumber: 1,
        seriesDescription: 'T1',
        instanceNumber: 1,
        patientName: 'Weiss^Miriam',
        birthDate: '1988-05-04',
        rows: 256,
        columns: 256,
        frames: 1,
        samplesPerPixel: 1,
        bitsAllocated: 16,
        bitsStored: 12,
        signed: false,
        planar: false,
        photometric: 'MONOCHROME2',
        transferSyntax: '1.2.840.10008.1.2.1',
        deflated: false,
        pixels: { kind: 'native', offset: 1204, frameBits: 1048576, swap: 1 },
        bulk: { '00420011': { range: [900, 120], swap: 1 } },
        metadata: '{}',
        storedAt: { member: 0, name: '', range: [0, 132276], inflate: false, size: 132276 },
      },
    },
  ],
});
