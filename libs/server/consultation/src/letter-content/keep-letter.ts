import type { AnswerRow, CaseRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { doctorLetters } from '@konsil/server-domain/schema';
import { searchIndex } from '@konsil/server-domain/search/search-words';
import { doctorLetter, type DoctorLetter } from '@konsil/server-domain/sealed/doctor-letter';
import type { KeepSummary } from '@konsil/server-epicrisis/epicrisis.queries';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { letterContent } from './letter-facts.ts';
import { summaryContent } from './summary-facts.ts';

/** The words that a letter is found by: the patient's name, and that of the case. */
export const letterSearch = (vault: Vault, { patient, case_name }: DoctorLetter): string[] =>
  searchIndex(vault, [patient.listed, case_name]);

/** Keeps a released summary as its doctor's letter, once. */
export const keepSummary: KeepSummary = async (work, thePatient, version) => {
  const {
    tx,
    kernel: { vault },
  } = work;
  const content = await summaryContent(work, thePatient, version);
  await tx
    .insert(doctorLetters)
    .values({
      id: version.id,
      doctorId: version.authorId,
      patientId: thePatient.id,
      caseId: null,
      sentAt: version.releasedAt,
      sealed: await vault.seal(tx, version.authorId, doctorLetter, content),
      search: letterSearch(vault, content),
    })
    .onConflictDoNothing();
};

/** Keeps an answer as its doctor's letter, once: it is never changed (docs/decisions/letters-kept.md). */
export const keepLetter = async (
  work: Pick<Work, 'tx'> & { kernel: Pick<Work['kernel'], 'vault'> },
  theAnswer: AnswerRow,
  theCase: CaseRow,
): Promise<void> => {
  const {
    tx,
    kernel: { vault },
  } = work;
  const content = await letterContent(work, theAnswer, theCase);
  await tx
    .insert(doctorLetters)
    .values({
      id: theAnswer.id,
      doctorId: theAnswer.doctorId,
      patientId: theCase.patientId,
      caseId: theCase.id,
      sentAt: theAnswer.answeredAt,
      sealed: await vault.seal(tx, theAnswer.doctorId, doctorLetter, content),
      search: letterSearch(vault, content),
      picturesWait: (content.answer?.pins ?? []).length > 0,
    })
    .onConflictDoNothing();
};
