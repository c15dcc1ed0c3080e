// @bundle route
import { useGetDocumentFileQuery } from '@konsil/api/documents';
import { useEffect, useState } from 'react';

type Loading = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; bytes: ArrayBuffer };

/**
 * The short-lived URL of this document's file, requested anew by every view and by `retry`: an older one may have
 * expired.
 */
export function useFileAddress(documentId: string): {
  address: string | undefined;
  isError: boolean;
  retry: () => void;
} {
  const {
    currentData: location,
    isError,
    isFetching,
    refetch,
  } = useGetDocumentFileQuery(documentId, { refetchOnMountOrArgChange: true });
  return { address: isFetching ? undefined : location?.Filelocation, isError, retry: () => void refetch() };
}

/** The bytes of a document, fetched from its URL. */
export function useFileBytes(documentId: string): Loading & { retry: () => void } {
  const { address, isError, retry } = useFileAddress(documentId);
  const [fetched, setFetched] = useState<{ address: string; loading: Loading }>();

  useEffect(() => {
    if (!address) return;
    const leaving = new AbortController();
    fetch(address, { signal: leaving.signal })
      .then((response) => (response.ok ? response.arrayBuffer() : Promise.reject(new Error(String(response.status)))))
      .then((bytes) => setFetched({ address, loading: { state: 'ready', bytes } }))
      .catch(() => leaving.signal.aborted || setFetched({ address, loading: { state: 'failed' } }));
    return () => leaving.abort();
  }, [address]);

  const loading: Loading = fetched && fetched.address === address ? fetched.loading : { state: 'loading' };
  return { ...(isError ? { state: 'failed' as const } : loading), retry };
}
