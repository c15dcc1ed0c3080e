import { useGetAccountQuery } from '@konsil/api/account';

/** True if a patient record is the account holder's own; true while loading. */
export const useIsOwnPatient = (patientId: string): boolean => {
  const { data: account } = useGetAccountQuery();
  return !account?.own_patient || account.own_patient.id === patientId;
};
