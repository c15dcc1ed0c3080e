// @bundle route
import type { ProcessOverview } from '@konsil/contracts/cases';
import { paths } from '../paths';

/** The name of the overview in the address, where others have a document's id. */
export const overviewName = 'overview';

/** Keeps in a link to another pane what the address `shown` has open beside it. */
export const keepShown = (path: string, shown: URLSearchParams): string => {
  const kept = new URLSearchParams();
  for (const name of ['document', 'beside']) {
    const id = shown.get(name);
    if (id) kept.set(name, id);
  }
  return kept.size > 0 ? `${path}${path.includes('?') ? '&' : '?'}${kept}` : path;
};

/** The parts of a case to which its timeline leads, beside what is shown. */
export const timelinePlaces = (theCase: Pick<ProcessOverview, 'id' | 'patient'>, shown: URLSearchParams) => {
  const at = (path: string) => keepShown(path, shown);
  const here = paths.case(theCase);
  return {
    answer: (id: string) => at(paths.givenAnswer(theCase, id)),
    messages: at(paths.caseMessages(theCase)),
    todos: at(`${here}/todos`),
    documents: `${here}/documents`,
    forms: at(`${here}/anamnesis`),
    epicrisis: at(`${here}/epicrisis`),
  };
};
