import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * The token in the hash of an emailed link (`#token=…`): a hash reaches neither server logs nor other sites. A later
 * in-page anchor (`#main`) does not discard it.
 * @returns empty if the page was opened without one
 */
export const useLinkToken = (): string => {
  const { hash } = useLocation();
  const [kept, setKept] = useState('');
  const named = hash ? new URLSearchParams(hash.slice(1)).get('token') : '';
  if (named !== null && named !== kept) setKept(named);
  return named ?? kept;
};
