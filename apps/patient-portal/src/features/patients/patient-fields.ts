import { addressParts } from '@konsil/contracts/patients';
import type { NewPatient, Patient } from '@konsil/contracts/patients';

/** The fields of a record that forms change. */
export const fieldsOf = ({
  id: _id,
  version: _version,
  archived_at: _archived,
  created_at: _created,
  ...fields
}: Patient): NewPatient => fields;

/** The fields of a record. A country is suggested only where there is no address yet: without one it may be another. */
export const startOf = (patient: Patient, suggested: string): NewPatient => {
  const fields = fieldsOf(patient);
  const isEmpty = addressParts.every((part) => !fields[part]);
  return { ...fields, country: fields.country || (isEmpty ? suggested : '') };
};
