import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * The token of the link in an e-mail (`#token=…`): what stands behind `#` reaches neither a server's log nor another site.
 * A place on the page (`#main`) that is gone to afterwards does not take it away.
 * @returns empty where the page was opened without one
 */
export const useLinkToken = (): string => {
  const { hash } = useLocation();
  const [kept, setKept] = useState('');
  const named = hash ? new URLSearchParams(hash.slice(1)).get('token') : '';
  if (named !== null && named !== kept) setKept(named);
  return named ?? kept;
};
