// @bundle route
import type { FoundText } from '@konsil/contracts/search';
import { paths } from '../paths';

interface CaseAddress {
  id: string;
  patient: { id: string };
}

/** The address of a place in a case. The typed words go beside it, because they may be health data. */
export const placeOf = (theCase: CaseAddress, { place, id, page, excerpt }: FoundText, typed: string) => {
  switch (place) {
    case 'answer':
      return { to: paths.givenAnswer(theCase, id) };
    case 'message':
      return { to: paths.caseMessages(theCase), carries: excerpt && { find: excerpt.word } };
    case 'document':
      return { to: paths.document(theCase, id) };
    case 'page':
      return { to: `${paths.document(theCase, id)}#page=${page ?? 1}`, carries: { find: typed } };
    default:
      return { to: `${paths.case(theCase)}/anamnesis` };
  }
};
