import type { MedicalKind } from '@konsil/contracts/codes';
import type { PatientFields } from '@konsil/contracts/patients';
import { letterPdf, type Letter, type Source } from './letters.ts';
import type { DemoCalendar } from './moments.ts';
import type { DemoFile } from './stage.ts';

/** A letter as a scanned file. */
export const letterFile = async (
  letter: Letter,
  patient: PatientFields,
  calendar: DemoCalendar,
  uploadedAt = calendar.now,
): Promise<DemoFile> => {
  const day = calendar.day(letter.daysAgo, uploadedAt);
  return {
    name: `${letter.title} ${day}.pdf`,
    type: 'application/pdf',
    bytes: await letterPdf(letter, patient, day),
    kind: letter.kind,
    words: letter.title,
    source: letter.source,
    day,
  };
};

export const picture = (name: string, bytes: Buffer, kind: MedicalKind, source: Source, day: string): DemoFile => ({
  name,
  type: 'image/jpeg',
  bytes,
  kind,
  source,
  day,
});
