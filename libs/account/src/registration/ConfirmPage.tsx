import { ConfirmAddress } from './ConfirmAddress.tsx';
import { InboxPage } from './InboxPage.tsx';
import { useLinkToken } from './link-token.ts';

/** `/register/confirm`: with a link's token the address is confirmed, without one the reader is sent to the inbox. */
export function ConfirmPage() {
  const token = useLinkToken();
  return token ? <ConfirmAddress key={token} token={token} /> : <InboxPage />;
}
