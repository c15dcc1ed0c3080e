import type { ProcessOverview } from '@konsil/contracts/cases';
import { isAssisting, isStandIn } from '../case-parts/standing-in';

/** The panes beside the document; each has its own URL below the case. */
export const casePanes = ['answer', 'anamnesis', 'course', 'epicrisis', 'messages', 'todos'] as const;
export type CasePane = (typeof casePanes)[number];

export const isCasePane = (word: string | undefined): word is CasePane => casePanes.some((pane) => pane === word);

/** The panes of a case: the medical summary is about the whole person, and assistants only draft one from the case. */
export const panesOf = (theCase: ProcessOverview): readonly CasePane[] =>
  casePanes.filter((pane) => !(pane === 'epicrisis' && isStandIn(theCase) && !isAssisting(theCase)));
/** The pane to begin with. */
export const firstPane = (theCase: ProcessOverview): CasePane =>
  theCase.turn === 'doctor' && !isAssisting(theCase) ? 'answer' : 'course';
/** The text of a pane's name: an assistant prepares the answer. */
export const paneName = (pane: CasePane, theCase: ProcessOverview) =>
  pane === 'answer' && isAssisting(theCase) ? ('panes.prepare' as const) : (`panes.${pane}` as const);
