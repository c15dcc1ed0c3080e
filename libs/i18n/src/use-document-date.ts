import { documentDate, type Dated } from '@konsil/contracts/document-date';
import { useCommon } from './common.ts';
import { useFormat } from './use-format.ts';

/** The date of a document in words: a day, that it is unknown, or nothing until the details are given. */
export const useDocumentDate = (): ((document: Dated) => string) => {
  const { t } = useCommon();
  const { day } = useFormat();
  return (document) => documentDate(document, { day, unknown: t('words.dateUnknown') });
};
