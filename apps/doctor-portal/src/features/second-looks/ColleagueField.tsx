// @bundle route
import { useListDoctorsQuery } from '@konsil/api/doctors';
import { LoadFailed } from '@konsil/common';
import { doctorWords } from '@konsil/contracts/find-doctors';
import { specialtyIn } from '@konsil/contracts/specialties';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Combobox } from '@konsil/ui';
import type { ControllerRenderProps } from 'react-hook-form';
import { secondLookTexts } from './texts';

interface ColleagueFieldProps {
  field: Omit<ControllerRenderProps, 'disabled' | 'value'> & { value: string };
  label: string;
  hint: string;
  error: string | undefined;
  /** The doctor who cannot be chosen. */
  except?: string;
}

/** The choice of another doctor from the directory. */
export function ColleagueField({ field, label, hint, error, except }: ColleagueFieldProps) {
  const { t } = useTexts(secondLookTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const { data, error: failed, refetch } = useListDoctorsQuery();
  const { ref, name, value, onChange, onBlur } = field;
  return (
    <>
      <Combobox
        {...{ ref, name, value, onChange, onBlur, label, hint, error }}
        words={{
          clear: t('inCase.clear'),
          open: t('inCase.open'),
          empty: data ? t('inCase.nobody') : common(failed ? 'doctors.failed' : 'doctors.loading'),
        }}
        options={(data ?? [])
          .filter(({ id }) => id !== except)
          .map(({ id, name: title, specialty, city, languages }) => ({
            value: id,
            label: title,
            description: t('inCase.found', { specialty: specialtyIn(specialty, locale), city }),
            also: doctorWords({ specialty, city, languages }),
          }))}
      />
      {!data && failed && (
        <LoadFailed problem={failed} onRetry={refetch}>
          {common('doctors.failed')}
        </LoadFailed>
      )}
    </>
  );
}
