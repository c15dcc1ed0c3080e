import type { UseFormReturn } from 'react-hook-form';
import type { DoctorProfile } from '@konsil/contracts/accounts';
import { spokenLanguages } from '@konsil/contracts/codes';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import { CheckboxField, Fieldset, Tiles } from '@konsil/ui';
import { accountTexts } from './texts.ts';

/** The doctor's languages: one line that expands to a list in the reader's language. */
export function LanguagesField({
  form,
  id,
  error,
}: {
  form: UseFormReturn<DoctorProfile, unknown, DoctorProfile>;
  id: string;
  error: string | undefined;
}) {
  const { t } = useTexts(accountTexts);
  const format = useFormat();
  const locale = useLocale();
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  const nameOf = (code: string) => names.of(code) ?? code;
  const chosen = form.watch('languages');
  // The operator may have entered another language.
  const offered = [
    ...new Set<string>([
      ...spokenLanguages,
      ...(form.formState.defaultValues?.languages ?? []).filter((code) => code !== undefined),
    ]),
  ].sort((a, b) => nameOf(a).localeCompare(nameOf(b), locale));
  return (
    <details open={Boolean(error) || undefined}>
      <summary>
        {t('account.profile.languages')}
        {chosen.length > 0 && `: ${format.list(chosen.map(nameOf))}`}
      </summary>
      <Fieldset legend={t('account.profile.languages')} labelHidden error={error} id={id}>
        <Tiles tile="small">
          {offered.map((code) => (
            <CheckboxField
              key={code}
              {...form.register('languages')}
              id={`language-${code}`}
              value={code}
              label={nameOf(code)}
            />
          ))}
        </Tiles>
      </Fieldset>
    </details>
  );
}
