import { inArray, or, type SQL } from 'drizzle-orm';
import { documents } from '@konsil/server-domain/schema';
import { medicalKindWords, sourceKindWords } from '@konsil/server-domain/names/labels';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { codesCalled } from '@konsil/server-domain/search/coded-words';
import { foundBy, searchIndex } from '@konsil/server-domain/search/search-words';
import type { DocumentSecrets } from '@konsil/server-domain/documents/document-details';

/** The hashes by which a document is found: name, free text of its kind, and source. */
export const documentSearch = (
  vault: Vault,
  secrets: Pick<DocumentSecrets, 'file_name' | 'document_medical_kind' | 'source_name'>,
): string[] =>
  searchIndex(vault, [
    secrets.file_name.replace(/\.\w+$/, ''),
    secrets.document_medical_kind ?? '',
    secrets.source_name ?? '',
  ]);

/** Documents that hold each word that was typed, in their name or source or in what their kind is called in one of the languages; undefined when nothing could be searched for. */
export const documentsCalled = (vault: Vault, typed: string): SQL | undefined =>
  foundBy(vault, documents.search, typed, (meanings) =>
    or(
      inArray(documents.medicalKindCode, codesCalled(medicalKindWords, meanings)),
      inArray(documents.sourceKindCode, codesCalled(sourceKindWords, meanings)),
    ),
  );
