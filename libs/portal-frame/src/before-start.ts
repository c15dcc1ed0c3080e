import { roles } from '@konsil/contracts/first-codes';
import { configureApi, hasToken, embeddedConfig } from '@konsil/api';
import { prefetchFirstPage } from '@konsil/api/first-questions';
import { createSessionClient } from '@konsil/auth';

/** The session client of this page. */
export const session = createSessionClient();

/* The page's first script (tools/vite/portal.mts): requests the session and what every signed-in page needs while
   the rest of the portal loads. */
const config = embeddedConfig();
const role = roles.find((known) => `${window.location.pathname}/`.startsWith(`/${known}/`));
if (config && role && hasToken()) {
  configureApi({ origin: config.apiOrigin ?? '' });
  session.start();
  prefetchFirstPage(role, window.location.pathname);
}
