import { useGetAccountQuery } from '@konsil/api/account';

/** Whether a patient record is the account holder's own; true until it is known. */
export const useIsOwnPatient = (patientId: string): boolean => {
  const { data: account } = useGetAccountQuery();
  return !account?.own_patient || account.own_patient.id === patientId;
};
