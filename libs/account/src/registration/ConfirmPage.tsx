import { useSearchParams } from 'react-router-dom';
import { ConfirmAddress } from './ConfirmAddress.tsx';
import { InboxPage } from './InboxPage.tsx';

/** `/register/confirm`: with a link's token the address is confirmed, without one the reader is sent to the inbox. */
export function ConfirmPage() {
  const [query] = useSearchParams();
  const token = query.get('token');
  return token ? <ConfirmAddress token={token} /> : <InboxPage />;
}
