import type { ProcessOverview, TimelineEntry } from '@konsil/contracts/cases';

/** What happened in a case, newest first; things of the same moment keep the server's order. */
export const newestFirst = (timeline: readonly TimelineEntry[]): TimelineEntry[] =>
  [...timeline].sort((a, b) => b.at.localeCompare(a.at));

/** The request that an entry tells of. */
export const requestOf = ({ requests }: ProcessOverview, entry: TimelineEntry) =>
  requests.find(({ id }) => id === entry.ref_id);
const answerBehind = ({ answers }: ProcessOverview, entry: TimelineEntry) =>
  answers.find(({ id }) => id === entry.ref_id);
/** The answer that an entry is about the sending of. */
export const answerOf = (theCase: ProcessOverview, entry: TimelineEntry) =>
  entry.kind === 'answer_sent' ? answerBehind(theCase, entry) : undefined;
/** The appointment that was accepted or cancelled with an entry. */
export const appointmentWith = (theCase: ProcessOverview, entry: TimelineEntry) =>
  entry.kind === 'appointment_accepted' || entry.kind === 'appointment_cancelled'
    ? answerBehind(theCase, entry)?.appointment?.accepted
    : undefined;
