import { useState } from 'react';
import { useDescribeDocumentMutation } from '@konsil/api/documents';
import type { Document } from '@konsil/contracts/documents';
import { toMetadata } from './details.ts';
import type { Details } from './details.ts';

/**
 * Saves the details of a document and of the other files of its examination. Rejects if the document fails; another
 * file that fails keeps asking for its details.
 */
export const useDescribe = (document: Document, fellows: readonly Document[]) => {
  const [describe, { isLoading, error }] = useDescribeDocumentMutation();
  const save = async (details: Details) => {
    await describe({ documentId: document.id, body: toMetadata(details, document.version) }).unwrap();
    await Promise.allSettled(
      fellows.map((fellow) => describe({ documentId: fellow.id, body: toMetadata(details, fellow.version) }).unwrap()),
    );
  };
  return { save, isLoading, error };
};

const nothingLeft: readonly Document[] = [];

/** Saves the details of several documents, one request each. */
export const useDescribeMany = () => {
  const [describe] = useDescribeDocumentMutation();
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState(nothingLeft);
  /** Returns the documents that were saved. */
  const save = async (said: readonly (readonly [Document, Details])[]): Promise<Document[]> => {
    setLeft(nothingLeft);
    setBusy(true);
    const results = await Promise.allSettled(
      said.map(([{ id, version }, details]) =>
        describe({ documentId: id, body: toMetadata(details, version) }).unwrap(),
      ),
    );
    const thatAre = (status: 'fulfilled' | 'rejected') =>
      said.flatMap(([document], index) => (results[index]?.status === status ? [document] : []));
    setLeft(thatAre('rejected'));
    setBusy(false);
    return thatAre('fulfilled');
  };
  return {
    save,
    busy,
    /** The documents that failed the last time, until reset. */
    left,
    forget: () => setLeft(nothingLeft),
  };
};
