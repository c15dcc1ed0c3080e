import type { AnsweredForm, OfferedForm } from '@konsil/contracts/form-fields';
import { carriedAnswers, missingFields } from '@konsil/contracts/form-rules';
import type { FormField } from '@konsil/contracts/form-fields';
import type { CaseRow } from '../access/loaders.ts';
import { specialtyFormOf } from '../doctors/specialty-forms.ts';
import type { Work } from '../kernel/work.ts';
import type { CaseTexts } from '../sealed/case.ts';

/** The answered forms of a case. Before the first request, those of another doctor than the chosen one are not part of it. */
export const answeredForms = (
  { specialty_forms: forms = [] }: CaseTexts,
  { doctorId, firstSentAt }: Pick<CaseRow, 'doctorId' | 'firstSentAt'>,
): AnsweredForm[] => forms.filter(({ doctor }) => firstSentAt !== null || doctor.id === doctorId);

/** As a member of a response: left out if there are none. */
export const shownForms = (
  texts: CaseTexts,
  theCase: Pick<CaseRow, 'doctorId' | 'firstSentAt'>,
): { specialty_forms?: AnsweredForm[] } => {
  const forms = answeredForms(texts, theCase);
  return forms.length > 0 ? { specialty_forms: forms } : {};
};

/**
 * The form that a case has to fill in. A sent one stays as it was answered; before that the doctor's newest version
 * counts, with the earlier answers that still fit. Once the doctor ends the form, answers can be changed, and none is
 * required.
 */
export const offeredForm = async (
  work: Pick<Work, 'tx' | 'kernel'>,
  { specialty_forms: forms = [] }: CaseTexts,
  { doctorId, firstSentAt }: Pick<CaseRow, 'doctorId' | 'firstSentAt'>,
): Promise<OfferedForm | undefined> => {
  const saved = forms.find(({ doctor }) => doctor.id === doctorId);
  const asSaved = saved && { version: saved.version, fields: saved.fields, answers: saved.answers };
  if (asSaved && firstSentAt) return asSaved;
  const { version, fields } = await specialtyFormOf(work, doctorId);
  if (version === saved?.version) return asSaved;
  if (fields.length === 0)
    return asSaved && { ...asSaved, fields: asSaved.fields.map((field) => ({ ...field, required: false })) };
  return { version, fields, answers: saved ? carriedAnswers(fields, saved) : {} };
};

/** The required fields that a first request lacks. */
export const missingInForm = async (work: Work, texts: CaseTexts, theCase: CaseRow): Promise<FormField[]> => {
  if (theCase.firstSentAt) return [];
  const offered = await offeredForm(work, texts, theCase);
  return offered ? missingFields(offered.fields, offered.answers) : [];
};
