import type { Locale } from '@konsil/contracts/codes';
import { fieldErrorTexts } from './field-errors/use-field-errors.ts';
import { initI18n } from './init.ts';
import { changeLocale } from './instance.ts';

let started: Promise<void> | undefined;

/** Loads the texts of a story in the language that its toolbar shows: all stories of a Storybook share one instance. */
export const loadStoryTexts = async ({ globals }: { globals: Record<string, unknown> }): Promise<void> => {
  const locale = globals['language'] as Locale;
  started ??= initI18n({ locale, first: [fieldErrorTexts] });
  await started;
  await changeLocale(locale);
};
