import type { AnamnesisTopic } from '@konsil/contracts/codes';
import type { Locale } from '@konsil/contracts/first-codes';
import type { AnswerOption } from '@konsil/contracts/answer-options';
import type { WrittenPart } from '@konsil/contracts/requests';
import { interfaceTexts } from '@konsil/server-platform/interface/texts';
import { inEachLanguage } from '@konsil/server-platform/locale-texts';
import { fhirTexts, type FhirTexts } from './texts.ts';

type Words = FhirTexts['displays'] & {
  anamnesis: Record<AnamnesisTopic, string>;
  parts: Record<WrittenPart, string>;
};

/** The displays of resources that no text of the interface has. */
export const words = inEachLanguage((locale): Words => fhirTexts[locale].displays);
export const answerOptionWord = (option: AnswerOption, locale: Locale): string =>
  interfaceTexts[locale].codes.answerOption[option];
