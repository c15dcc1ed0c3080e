import { useGetAccountQuery } from '@konsil/api/account';
import { useGetCaseQuery } from '@konsil/api/cases';
import { useGetPatientQuery } from '@konsil/api/patients';
import { fullName } from '@konsil/contracts/full-name';

const idAfter = (place: string, pathname: string) =>
  new RegExp(`^/patient/${place}/([0-9a-f-]{36})`).exec(pathname)?.[1] ?? '';

/** The name of the person a page is about, if not the account holder; otherwise undefined. */
export const useActingFor = (pathname: string): string | undefined => {
  const caseId = idAfter('process', pathname);
  const patientId = idAfter('patients', pathname) || idAfter('privacy', pathname);
  const { data: account } = useGetAccountQuery();
  const { currentData: theCase } = useGetCaseQuery(caseId, { skip: caseId === '' });
  const { currentData: record } = useGetPatientQuery(patientId, { skip: patientId === '' });
  const patient = theCase?.patient ?? record;
  return patient && account?.own_patient && patient.id !== account.own_patient.id ? fullName(patient) : undefined;
};
