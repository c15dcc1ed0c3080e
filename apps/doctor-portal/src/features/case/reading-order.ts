import type { Document } from '@konsil/contracts/documents';

/** New documents first, then documents, then imaging, like the rail; without archived ones. */
export const inReadingOrder = (documents: Document[]): Document[] => {
  const rank = ({ is_new, group }: Document) => (is_new ? 0 : group === 'document' ? 1 : 2);
  return documents.filter(({ archived_at }) => !archived_at).sort((one, other) => rank(one) - rank(other));
};
