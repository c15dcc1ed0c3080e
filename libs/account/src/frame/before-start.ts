import { roles } from '@konsil/contracts/first-codes';
import { configureApi, holdsToken, writtenConfig } from '@konsil/api';
import { askFirstQuestions } from '@konsil/api/first-questions';
import { createSessionClient } from '@konsil/auth';
import { makeFormatsEarly } from './early-formats.ts';

/** The session client of this page. */
export const session = createSessionClient();

/* The page's first script (tools/vite/portal.mts): requests the session and what every signed-in page needs while
   the rest of the portal loads. */
const config = writtenConfig();
const role = roles.find((known) => `${window.location.pathname}/`.startsWith(`/${known}/`));
if (config && role && holdsToken()) {
  configureApi({ origin: config.apiOrigin ?? '' });
  session.start();
  askFirstQuestions(role);
  makeFormatsEarly(document.documentElement.lang);
}
