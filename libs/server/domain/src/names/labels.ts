import type { MedicalKind, SourceKind, TodoTitle } from '@konsil/contracts/codes';
import type { AnswerOption } from '@konsil/contracts/answer-options';
import { interfaceTexts } from '@konsil/server-platform/interface/texts';
import { inEachLanguage } from '@konsil/server-platform/locale-texts';

export const medicalKindWords = inEachLanguage(
  (locale): Record<MedicalKind, string> => interfaceTexts[locale].codes.medicalKind,
);
export const sourceKindWords = inEachLanguage(
  (locale): Record<SourceKind, string> => interfaceTexts[locale].codes.sourceKind,
);
/** Titles of built-in ToDos; others are shown as written. */
export const todoTitleWords = inEachLanguage((locale): Record<Exclude<TodoTitle, 'none' | 'other'>, string> => {
  const { none: _none, other: _other, ...titles } = interfaceTexts[locale].codes.todoTitle;
  return titles;
});
/** Kinds of answers as the patient reads them. */
export const answerOptionWords = inEachLanguage(
  (locale): Record<AnswerOption, string> => interfaceTexts[locale].codes.answerOptionForPatient,
);
