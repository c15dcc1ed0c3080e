import { useFindDoctorsOfConsoleQuery } from '@konsil/api/console-clinics';
import { LoadFailed } from '@konsil/common';
import { shortestDoctorSearch } from '@konsil/contracts/console-clinics';
import { specialtyIn } from '@konsil/contracts/specialties';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Combobox } from '@konsil/ui';
import { useDeferredValue, useState } from 'react';
import type { ControllerRenderProps } from 'react-hook-form';
import { doctorTexts } from './texts';

interface DeputyFieldProps {
  field: Omit<ControllerRenderProps, 'disabled' | 'value'> & { value: string };
  id: string;
  error: string | undefined;
  /** The doctor who is away. */
  except: string;
}
interface Found {
  id: string;
  name: string;
  specialty: string;
  city: string;
}

/** The choice of a deputy among the doctors of the directory, by name. */
export function DeputyField({ field, id, error, except }: DeputyFieldProps) {
  const { t } = useTexts(doctorTexts);
  const { t: c } = useCommon();
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Found>();
  const asked = useDeferredValue(typed.trim());
  const skip = asked.length < shortestDoctorSearch;
  const { currentData, error: failed, refetch } = useFindDoctorsOfConsoleQuery(asked, { skip });
  const found = (skip ? [] : (currentData?.items ?? [])).filter((one) => one.id !== except);
  // The chosen one stays an option while another name is typed.
  const options = chosen && !found.some((one) => one.id === chosen.id) ? [...found, chosen] : found;
  const { ref, name, value, onChange, onBlur } = field;
  return (
    <>
      <Combobox
        {...{ ref, name, value, onBlur, id, error }}
        label={t('enter.deputy')}
        hint={t('enter.deputyHint')}
        optional={c('words.optional')}
        onSearch={setTyped}
        onChange={(next) => {
          setChosen(options.find((one) => one.id === next));
          onChange(next);
        }}
        words={{
          clear: t('enter.deputyClear'),
          open: t('enter.deputyOpen'),
          empty: skip
            ? t('enter.deputyType', { count: shortestDoctorSearch })
            : t(currentData ? 'enter.deputyNone' : 'enter.deputyLoading'),
        }}
        options={options.map((one) => ({
          value: one.id,
          label: one.name,
          description: [specialtyIn(one.specialty, locale), one.city].filter(Boolean).join(', '),
        }))}
      />
      {!skip && !currentData && failed && <LoadFailed problem={failed} onRetry={refetch} />}
    </>
  );
}
