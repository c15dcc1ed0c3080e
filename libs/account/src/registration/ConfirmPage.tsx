import { ConfirmAddress } from './ConfirmAddress.tsx';
import { InboxPage } from './InboxPage.tsx';
import { useLinkToken } from './link-token.ts';

/** `/register/confirm`: confirms the address with a link's token; without one, asks to check the inbox. */
export function ConfirmPage() {
  const token = useLinkToken();
  return token ? <ConfirmAddress key={token} token={token} /> : <InboxPage />;
}
