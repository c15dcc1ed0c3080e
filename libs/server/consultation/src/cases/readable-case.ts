import type { ReadableCase } from '@konsil/contracts/readable-case';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import { shownForms } from '@konsil/server-domain/cases/case-forms';
import { anamnesisOf, openCase } from '@konsil/server-domain/cases/case-texts';
import type { Work } from '@konsil/server-domain/kernel/work';
import { requestTexts } from '@konsil/server-domain/sealed/request';
import { showDocuments, type Reading } from '@konsil/server-documents/document-view';
import { documentRows } from '@konsil/server-documents/documents.queries';
import { iso } from '@konsil/server-platform/clock';
import { answersOf, requestRows } from '../conversation/requests.queries.ts';
import { openedQuestions } from './opened-questions.ts';

/** A case for a colleague who is not its doctor: what the patient wrote and sent, and what was answered. */
export const readableCase = async (work: Work & Reading, theCase: CaseRow): Promise<ReadableCase> => {
  const {
    tx,
    kernel,
    kernel: { vault },
  } = work;
  const texts = await openCase(tx, vault, theCase);
  const { diagnosis, medical_history } = texts;
  // The sender can withdraw an unopened request, so only its recipient reads it.
  const unopened = new Set(work.actor.unopened);
  const sent = (await requestRows(work, theCase)).filter(({ request }) => !unopened.has(request.id));
  const notes = await Promise.all(
    sent.map(async ({ request: { sealed, sentAt } }) => ({
      text: (await vault.open(tx, theCase.patientId, requestTexts, sealed)).note.trim(),
      sent_at: iso(sentAt),
    })),
  );
  return {
    diagnosis,
    medical_history,
    anamnesis: anamnesisOf(texts),
    ...shownForms(texts, theCase),
    questions: await openedQuestions(work, theCase),
    notes: notes.filter(({ text }) => text),
    answers: (await answersOf(work, theCase)).filter(({ id }) => !unopened.has(id)),
    documents: await showDocuments(kernel, work, theCase, await documentRows(kernel, work, theCase)),
  };
};
