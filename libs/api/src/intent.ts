import { useRef } from 'react';

/** An idempotency key: 128 random bits. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * One idempotency key per intent for requests a user might send twice (docs/product.md section 4): `await attempt(body,
 * (key) => send({ caseId, body, key }).unwrap())`. A retry with the same content keeps the key; other content, or
 * sending again after a success, gets a new one.
 */
export const useIntent = () => {
  const open = useRef<{ content: string; key: string } | null>(null);
  return async <T>(content: unknown, act: (key: string) => Promise<T>): Promise<T> => {
    const written = JSON.stringify(content);
    if (open.current?.content !== written) open.current = { content: written, key: newKey() };
    const answer = await act(open.current.key);
    open.current = null;
    return answer;
  };
};
