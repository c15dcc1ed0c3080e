// @bundle route
import type { PoolClinic } from '@konsil/contracts/pool-states';
import type { SendToDoctor } from '@konsil/contracts/requests';
import { useFormat, useTexts } from '@konsil/i18n';
import { CheckboxField } from '@konsil/ui';
import { Controller, type Control } from 'react-hook-form';
import { sendTexts } from './texts.ts';

interface PoolsFieldProps {
  control: Control<SendToDoctor>;
  doctor: string;
  clinics: readonly PoolClinic[];
}

/** The consent that other doctors of a clinic answer, too, one for each clinic; nothing is chosen beforehand. */
export function PoolsField({ control, doctor, clinics }: PoolsFieldProps) {
  const { t } = useTexts(sendTexts);
  const format = useFormat();
  const namesOf = ({ doctors, doctors_in_all: all }: PoolClinic) =>
    all > doctors.length
      ? t('poolMore', { names: doctors.join(', '), count: all - doctors.length })
      : format.list(doctors);
  return (
    <Controller
      control={control}
      name="pools"
      render={({ field: { value = [], onChange, onBlur, ref } }) => (
        <>
          {clinics.map((clinic, index) => (
            <CheckboxField
              key={clinic.id}
              {...(index === 0 && { ref })}
              name={`pool-${clinic.id}`}
              label={t('pool', { clinic: clinic.name, doctor })}
              hint={t('poolHint', { names: namesOf(clinic), doctor })}
              checked={value.includes(clinic.id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, clinic.id] : value.filter((id) => id !== clinic.id))
              }
              onBlur={onBlur}
            />
          ))}
        </>
      )}
    />
  );
}
