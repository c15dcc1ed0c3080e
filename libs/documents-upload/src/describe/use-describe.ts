import { useDescribeDocumentMutation } from '@konsil/api/documents';
import type { Document } from '@konsil/contracts/documents';
import { toMetadata } from './details.ts';
import type { Details } from './details.ts';

/** Saves the details of a document and of the other files of its examination. Throws what the call for the document threw; a fellow that could not be described goes on asking for its details. */
export const useDescribe = (document: Document, fellows: readonly Document[]) => {
  const [describe, { isLoading, error }] = useDescribeDocumentMutation();
  const save = async (details: Details) => {
    await describe({ documentId: document.id, body: toMetadata(details, document.version) }).unwrap();
    await Promise.allSettled(fellows.map((fellow) => describe({ documentId: fellow.id, body: toMetadata(details, fellow.version) }).unwrap()));
  };
  return { save, isLoading, error };
};
