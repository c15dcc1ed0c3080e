import { canBeSamePerson, type PicturedPerson } from '@konsil/contracts/person-names';
import { and, eq, inArray } from 'drizzle-orm';
import { documents } from '@konsil/server-domain/schema';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { peopleOf } from '@konsil/server-domain/documents/dicom-summary';
import type { AddDocumentsInput } from './add-documents.ts';
import type { ReceivedFile } from './receive-files.ts';
import { documentSecrets } from '@konsil/server-domain/sealed/document';

/**
 * Numbers the people in the images of a case, so that two with one Study Instance UID are two examinations. A known
 * person keeps their number.
 */
export const personNumbers = async (
  { vault }: Kernel,
  { tx, theCase }: AddDocumentsInput,
  received: readonly ReceivedFile[],
): Promise<(file: ReceivedFile) => number> => {
  if (!received.some(({ inspection }) => inspection.kind === 'dicom')) return () => 0;
  const rows = await tx
    .select({ sealed: documents.sealed, person: documents.person })
    .from(documents)
    .where(
      and(eq(documents.caseId, theCase.id), inArray(documents.contentType, ['application/dicom', 'application/zip'])),
    )
    .orderBy(documents.person, documents.uploadedAt);
  const open = await vault.opener(tx, theCase.patientId, documentSecrets);
  const known = rows.flatMap(({ sealed, person }) => {
    const { dicom } = open(sealed);
    return dicom ? peopleOf(dicom).map((pictured) => ({ pictured, person })) : [];
  });
  const numberOf = (pictured: PicturedPerson): number => {
    const same = known.find((other) => canBeSamePerson(other.pictured, pictured));
    return same ? same.person : known.reduce((most, { person }) => Math.max(most, person + 1), 0);
  };
  return ({ inspection }) => {
    const [first] = inspection.kind === 'dicom' ? inspection.instances : [];
    if (!first) return 0;
    const pictured = { patientName: first.patientName, birthDate: first.birthDate };
    const person = numberOf(pictured);
    known.push({ pictured, person });
    return person;
  };
};
