import { roles } from '@konsil/contracts/first-codes';
import { configureApi, holdsToken, writtenConfig } from '@konsil/api';
import { askFirstQuestions } from '@konsil/api/first-questions';
import { createSessionClient } from '@konsil/auth';
import { makeFormatsEarly } from './early-formats.ts';

/** The session of this page. */
export const session = createSessionClient();

/*
 * This file and what it needs come as the page's first script (tools/vite/portal.mts): who is there, and what every
 * signed-in page asks, is asked while the rest of the portal is still on its way.
 */
const config = writtenConfig();
const role = roles.find((known) => `${window.location.pathname}/`.startsWith(`/${known}/`));
if (config && role && holdsToken()) {
  configureApi({ origin: config.apiOrigin ?? '' });
  session.start();
  askFirstQuestions(role);
  makeFormatsEarly(document.documentElement.lang);
}
