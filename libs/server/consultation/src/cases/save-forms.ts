import type { GeneralForms } from '@konsil/contracts/cases';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { standsForPatient } from '@konsil/server-domain/access/sides';
import { invalid } from '@konsil/server-platform/http/problems';
import { record } from '@konsil/server-domain/steps/record';
import { anamnesisOf, anamnesisTexts, caseColumns, openCase } from '@konsil/server-domain/cases/case-texts';
import { changeCase } from './cases.queries.ts';
import { changedTopics, formTexts, keepFormVersion } from './form-versions.ts';
import { questionsOf, saveQuestions } from '@konsil/server-domain/cases/general-forms';
import { formsAfter } from './save-specialty-form.ts';
import { giveBackForQuestion } from './give-back.ts';
import type { CaseTexts } from '@konsil/server-domain/sealed/case';

/**
 * Only the owner reopens a closed case, so nobody else adds a question to it.
 * @throws {Problem} `invalid` at each new question
 */
const refuseToReopen = ({ actor }: Work, { status }: CaseRow, { questions }: GeneralForms): void => {
  if (status !== 'closed' || !standsForPatient(actor)) return;
  const added = questions.flatMap(({ id }, index) =>
    id === undefined ? [{ path: `questions.${index}.text`, code: 'ownerReopens' } as const] : [],
  );
  if (added.length > 0) throw invalid(...added);
};

/**
 * Saves diagnosis, medical history, questions, anamnesis and the answers to the doctor's form. Conflicts only with other changes of these; saving the
 * same again changes nothing. In a sent case, earlier texts are kept, the change is announced, and a new question
 * returns the case to its doctor.
 */
export const saveGeneralForms = async (work: Work, theCase: CaseRow, form: GeneralForms): Promise<CaseRow> => {
  const {
    tx,
    kernel: { vault },
  } = work;
  refuseToReopen(work, theCase, form);
  const texts = await openCase(tx, vault, theCase);
  const asked = await questionsOf(work, theCase);
  const isNew = await saveQuestions(work, theCase, asked, form.questions);
  const { diagnosis, medical_history, anamnesis = anamnesisOf(texts) } = form;
  const { specialty_forms: formsBefore, ...others } = texts;
  const forms = await formsAfter(work, theCase, texts, form.specialty_form);
  const saved: CaseTexts = {
    ...others,
    ...(forms && { specialty_forms: forms }),
    diagnosis,
    medical_history,
    ...anamnesisTexts(anamnesis, texts),
    forms_version: theCase.version + 1,
  };
  const before = formTexts(texts, asked);
  const topics = changedTopics(before, formTexts(saved, await questionsOf(work, theCase)));
  // If a newer plan has the same medicines, a doctor has nothing to compare but the day of the plan.
  const isSameList = JSON.stringify(saved.medication_list) === JSON.stringify(texts.medication_list);
  if (topics.length === 0 && isSameList) return theCase;

  const isSent = theCase.firstSentAt !== null;
  const row = await changeCase(work, theCase, {
    ...(await caseColumns(tx, vault, theCase.patientId, saved)),
    ...(isSent && topics.length > 0 ? { lastActivityAt: work.now } : {}),
  });
  const versionId =
    isSent && topics.length > 0 ? await keepFormVersion(work, row, before, topics, formsBefore) : undefined;
  const given = isNew ? await giveBackForQuestion(work, row) : undefined;
  await record(work, { step: 'forms_changed', theCase: given ?? row, versionId, asks: given !== undefined });
  if (given) await record(work, { step: 'question_asked', theCase: given, wasClosed: row.status === 'closed' });
  return given ?? row;
};
