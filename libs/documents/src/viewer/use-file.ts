import { useGetDocumentFileQuery } from '@konsil/api/documents';
import { useCallback, useEffect, useState } from 'react';

type Loading = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; bytes: ArrayBuffer };

/**
 * The bytes of a document, fetched from its short-lived address.
 * `retry` asks for a new address: the old one may have run out.
 */
export function useFileBytes(documentId: string): Loading & { retry: () => void } {
  const { data: location, isError, refetch } = useGetDocumentFileQuery(documentId, { refetchOnMountOrArgChange: true });
  const [loading, setLoading] = useState<Loading>({ state: 'loading' });

  useEffect(() => {
    if (!location || location.documentId !== documentId) return;
    const leaving = new AbortController();
    setLoading({ state: 'loading' });
    fetch(location.Filelocation, { signal: leaving.signal })
      .then((response) => (response.ok ? response.arrayBuffer() : Promise.reject(new Error(String(response.status)))))
      .then((bytes) => setLoading({ state: 'ready', bytes }))
      .catch(() => leaving.signal.aborted || setLoading({ state: 'failed' }));
    return () => leaving.abort();
  }, [location, documentId]);

  const retry = useCallback(() => {
    setLoading({ state: 'loading' });
    void refetch();
  }, [refetch]);
  return { ...(isError ? { state: 'failed' } : loading), retry };
}
