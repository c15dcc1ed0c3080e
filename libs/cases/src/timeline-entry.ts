import type { ProcessOverview, TimelineEntry } from '@konsil/contracts/cases';

/** The events newest first; events of the same time keep the server's order. */
export const newestFirst = (timeline: readonly TimelineEntry[]): TimelineEntry[] =>
  [...timeline].sort((a, b) => b.at.localeCompare(a.at));

/** The request that an entry is about. */
export const requestOf = ({ requests }: Pick<ProcessOverview, 'requests'>, entry: TimelineEntry) =>
  requests.find(({ id }) => id === entry.ref_id);
const answerBehind = ({ answers }: Pick<ProcessOverview, 'answers'>, entry: TimelineEntry) =>
  answers.find(({ id }) => id === entry.ref_id);
/** The answer whose sending an entry records. */
export const answerOf = (theCase: Pick<ProcessOverview, 'answers'>, entry: TimelineEntry) =>
  entry.kind === 'answer_sent' ? answerBehind(theCase, entry) : undefined;
/** The appointment that an entry accepted or cancelled. */
export const appointmentWith = (theCase: Pick<ProcessOverview, 'answers'>, entry: TimelineEntry) =>
  entry.kind === 'appointment_accepted' || entry.kind === 'appointment_cancelled'
    ? answerBehind(theCase, entry)?.appointment?.accepted
    : undefined;
