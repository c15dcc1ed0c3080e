// @bundle route
import { useListDoctorsQuery } from '@konsil/api/doctors';
import { LoadFailed } from '@konsil/common';
import type { Doctor } from '@konsil/contracts/doctors';
import { doctorWords } from '@konsil/contracts/find-doctors';
import { specialtyIn } from '@konsil/contracts/specialties';
import { useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Combobox, Stack, Text } from '@konsil/ui';
import { casePageTexts } from './texts.ts';

export interface DoctorFieldProps {
  name: string;
  value: string;
  onChange: (id: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  /** A doctor to leave out: the current one. */
  except?: string;
}

/** Selects a doctor by name, specialty or city; shows the response time. */
export function DoctorField({ except, ...field }: DoctorFieldProps) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const locale = useLocale();
  const languageNames = new Intl.DisplayNames(locale, { type: 'language' });
  const fieldAndPlace = ({ specialty, city }: Doctor) =>
    t('new.doctor.option', { specialty: specialtyIn(specialty, locale), city });
  const { data, error, refetch } = useListDoctorsQuery();
  const doctors = data ?? [];
  const chosen = doctors.find(({ id }) => id === field.value);
  const reply = (days: number) => t('new.doctor.reply', { count: days });
  return (
    <Stack gap={3}>
      <Combobox
        {...field}
        readOnly={!data && !error && field.value !== ''}
        label={t('new.doctor.label')}
        hint={t('new.doctor.hint')}
        words={{
          clear: t('new.doctor.clear'),
          open: t('new.doctor.open'),
          empty: data ? t('new.doctor.none') : common(error ? 'doctors.failed' : 'doctors.loading'),
        }}
        options={doctors
          .filter(({ accepts_cases, id }) => (accepts_cases && id !== except) || id === field.value)
          .map((doctor) => ({
            value: doctor.id,
            label: doctor.name,
            description: `${fieldAndPlace(doctor)} · ${reply(doctor.reply_days)}`,
            also: doctorWords(doctor),
          }))}
      />
      {!data && error && (
        <LoadFailed problem={error} onRetry={refetch}>
          {common('doctors.failed')}
        </LoadFailed>
      )}
      {chosen && (
        <Text as="p" tone="muted">
          {fieldAndPlace(chosen)}
          <br />
          {reply(chosen.reply_days)}
          {chosen.languages.length > 0 && (
            <>
              <br />
              {t('new.doctor.languages', {
                languages: format.list(chosen.languages.map((code) => languageNames.of(code) ?? code)),
              })}
            </>
          )}
        </Text>
      )}
    </Stack>
  );
}
