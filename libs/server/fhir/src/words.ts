import type { AnamnesisTopic } from '@konsil/contracts/codes';
import type { Locale } from '@konsil/contracts/first-codes';
import type { AnswerOption } from '@konsil/contracts/answer-options';
import type { WrittenPart } from '@konsil/contracts/requests';
import { interfaceTexts } from '@konsil/server-platform/interface/texts';
import { filling, inEachLanguage } from '@konsil/server-platform/locale-texts';
import { fhirTexts, type FhirTexts } from './texts.ts';

type Words = Omit<FhirTexts['displays'], 'specialtyForm'> & {
  specialtyForm: (doctor: string) => string;
  anamnesis: Record<AnamnesisTopic, string>;
  parts: Record<WrittenPart, string>;
};

/** The displays of resources that no text of the interface has. */
export const words = inEachLanguage((locale): Words => {
  const { displays } = fhirTexts[locale];
  return { ...displays, specialtyForm: filling(displays.specialtyForm, 'doctor') };
});
export const answerOptionWord = (option: AnswerOption, locale: Locale): string =>
  interfaceTexts[locale].codes.answerOption[option];
