import { inArray, or, type SQL } from 'drizzle-orm';
import { documents } from '@konsil/server-domain/schema';
import { medicalKindWords, sourceKindWords } from '@konsil/server-domain/names/labels';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { codesWithLabel } from '@konsil/server-domain/search/coded-words';
import { idsIn } from '@konsil/server-domain/cases/case-scope';
import { foundBy, searchIndex } from '@konsil/server-domain/search/search-words';
import type { DocumentSecrets } from '@konsil/server-domain/sealed/document';

/** The search hashes of a document: name, free text of its kind, and source. */
export const documentSearch = (
  vault: Vault,
  secrets: Pick<DocumentSecrets, 'file_name' | 'document_medical_kind' | 'source_name'>,
): string[] =>
  searchIndex(vault, [
    secrets.file_name.replace(/\.\w+$/, ''),
    secrets.document_medical_kind ?? '',
    secrets.source_name ?? '',
  ]);

/**
 * Condition for documents that contain each typed word in name, source or kind (in any language); undefined without a
 * searchable word.
 * @param casesCalled the ids of cases whose name has a word, whose documents are found too
 */
export const documentsMatching = (
  vault: Vault,
  typed: string,
  casesCalled: (meanings: readonly string[]) => readonly string[] = () => [],
): SQL | undefined =>
  foundBy(vault, documents.search, typed, (meanings) =>
    or(
      idsIn(documents.caseId, casesCalled(meanings)),
      inArray(documents.medicalKindCode, codesWithLabel(medicalKindWords, meanings)),
      inArray(documents.sourceKindCode, codesWithLabel(sourceKindWords, meanings)),
    ),
  );
