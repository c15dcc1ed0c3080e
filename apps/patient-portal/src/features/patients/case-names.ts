import type { PatientDocument } from '@konsil/contracts/documents';
import type { Files } from '@konsil/contracts/examinations';

/** The name of an entry's case, as its list contains it. */
export const caseNamesOf = (documents: readonly PatientDocument[]): ((files: Files) => string) => {
  const names = new Map(documents.map(({ case_id: id, case_name: name }) => [id, name]));
  return ([{ case_id: id }]) => names.get(id) ?? '';
};
