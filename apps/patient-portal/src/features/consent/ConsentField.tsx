// @bundle route
import { doctorName } from '@konsil/cases';
import { fullName } from '@konsil/contracts/full-name';
import { useTexts } from '@konsil/i18n';
import type { PatientName } from '@konsil/contracts/patients';
import { CheckboxField } from '@konsil/ui';
import type { CheckboxFieldProps } from '@konsil/ui';
import { useIsOwnPatient } from '../shared/use-own-patient.ts';
import { consentTexts } from './texts.ts';

export interface ConsentFieldProps extends Omit<CheckboxFieldProps, 'label'> {
  /** The patient whose data it is. */
  patient: PatientName;
  /** The doctor's full name. */
  doctor: string;
}

/** The consent to share a case with a doctor: for oneself, or for a represented person. */
export function ConsentField({ patient, doctor, ...field }: ConsentFieldProps) {
  const { t } = useTexts(consentTexts);
  const own = useIsOwnPatient(patient.id);
  const words = { doctor: doctorName(doctor) };
  return (
    <CheckboxField
      label={own ? t('consent', words) : t('consentFor', { ...words, patient: fullName(patient) })}
      {...field}
    />
  );
}
