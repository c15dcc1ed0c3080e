import type { Page, Response } from '@playwright/test';

/** Waits until the server has a draft with these words; "saved" may be about an earlier one. Call it before typing. */
export const draftSaved = (page: Page, words: string): Promise<Response> =>
  page.waitForResponse(
    (answer) =>
      answer.ok() &&
      answer.request().method() === 'PUT' &&
      answer.url().includes('/account/drafts/') &&
      (answer.request().postData() ?? '').includes(words),
  );
