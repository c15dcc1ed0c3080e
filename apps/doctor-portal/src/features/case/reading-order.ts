import type { Document } from '@konsil/contracts/documents';
import type { ProcessOverview } from '@konsil/contracts/cases';

/** The groups of a case's documents, in the order in which they are read. */
export const documentGroups = ['fresh', 'letters', 'laboratory', 'images'] as const;
export type DocumentGroup = (typeof documentGroups)[number];

/** Only after an answer or a second request can a new document be among older ones. */
const hasOlder = ({ last_answer, requests }: Pick<ProcessOverview, 'last_answer' | 'requests'>): boolean =>
  last_answer !== null || requests.length > 1;
/** True for a new document among older ones. */
export const isFresh = (
  { is_new }: Pick<Document, 'is_new'>,
  theCase: Pick<ProcessOverview, 'last_answer' | 'requests'>,
): boolean => is_new && hasOlder(theCase);

export const groupOf = (
  document: Pick<Document, 'is_new' | 'group' | 'medical_kind_code'>,
  theCase: Pick<ProcessOverview, 'last_answer' | 'requests'>,
): DocumentGroup => {
  if (isFresh(document, theCase)) return 'fresh';
  if (document.group === 'image') return 'images';
  const { medical_kind_code: kind } = document;
  return kind === 'laboratory' || kind === 'histology' ? 'laboratory' : 'letters';
};

/** New documents first, then letters, laboratory and imaging, the newest date of issue first; without archived ones. */
export const inReadingOrder = (
  documents: Document[],
  theCase: Pick<ProcessOverview, 'last_answer' | 'requests'>,
): Document[] => {
  const rank = (document: Document) => documentGroups.indexOf(groupOf(document, theCase));
  const day = ({ issue_date }: Document) => issue_date ?? '';
  return documents
    .filter(({ archived_at }) => !archived_at)
    .sort((one, other) => rank(one) - rank(other) || day(other).localeCompare(day(one)));
};
