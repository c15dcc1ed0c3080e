import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Document, FileLocation, UploadedItem } from '@konsil/contracts/documents';
import { byExamination } from '@konsil/contracts/examinations';
import { expect, origins, test } from './fixtures.ts';
import { hostileFiles } from './hostile/hostile-files.ts';
import { scriptMarker, type HostileFile } from './hostile/script.ts';
import { call, newCase, upload } from './scans.ts';

/** A description of the file, and its document. */
interface Kept {
  what: string;
  document: Document;
}

const atOnce = 4;
const own = Object.values(origins);
const endings: Record<string, RegExp> = {
  'image/jpeg': /\.jpe?g$/,
  'image/png': /\.png$/,
  'application/pdf': /\.pdf$/,
  'application/dicom': /\.dcm$/,
  'application/zip': /\.zip$/,
};

/** Collects what a file does to its reader. */
const deedsIn = (context: BrowserContext): string[] => {
  const deeds: string[] = [];
  context.on('dialog', (dialog) => {
    deeds.push(`asked: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && !own.includes(new URL(request.url()).origin))
      deeds.push(`called: ${request.url()}`);
  });
  return deeds;
};
const expectNoTrace = async (page: Page, what: string) =>
  expect(await page.evaluate((name) => Reflect.has(globalThis, name), scriptMarker), what).toBe(false);

/** Waits until a document is rendered or reported as unreadable. */
const drawn = async (stage: Locator, what: string): Promise<void> => {
  const picture = stage.getByRole('img');
  await expect(
    picture
      .or(stage.locator('[role="group"][aria-busy="false"]'))
      .or(stage.getByText(/konnte nicht angezeigt werden|gibt es keine Vorschau/))
      .first(),
    what,
    // Files of somebody whose files are slow to read are prepared when the machine has time.
  ).toBeVisible({ timeout: 240_000 });
  for (const image of await picture.all()) {
    await expect
      .poll(() => image.evaluate(({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth > 0), {
        message: what,
      })
      .toBe(true);
  }
};

/**
 * Views all documents of a list with the "next" button, and other files of an examination by URL; returns what was
 * shown.
 */
const readThrough = async (page: Page, caseId: string, list: readonly Kept[]): Promise<string[]> => {
  const next = page.getByRole('button', { name: 'Nächstes Dokument' });
  const shown: string[] = [];
  const open = (document: Kept['document'] | undefined) =>
    page.goto(`/patient/process/${caseId}/documents/${document?.id}`);
  const read = async ({ what, document }: Kept) => {
    await page.waitForURL((url) => url.pathname.endsWith(document.id));
    await drawn(page.getByRole('region', { name: document.file_name, exact: true }), what);
    await expectNoTrace(page, what);
    shown.push(what);
  };
  const entries = byExamination(list.map(({ document }) => document))
    .map(([first]) => list.find(({ document }) => document === first))
    .filter((one) => one !== undefined);
  await open(entries[0]?.document);
  for (const entry of entries) {
    await read(entry);
    if (entry !== entries.at(-1)) await next.click();
  }
  if (entries.length > 1) await expect(next).toBeDisabled();
  for (const other of list.filter((one) => !entries.includes(one))) {
    await open(other.document);
    await read(other);
  }
  return shown;
};

/**
 * Requests the file's own URLs, as a program would: only our pictures are inline, everything else is a download with a
 * safe extension.
 */
const addressOf = async (caller: Page, { what, document }: Kept): Promise<{ url: string; inline: boolean }> => {
  const { Filelocation: toShow, download: toKeep } = (
    await call(caller, { method: 'GET', path: `/api/individualdocument/get/${document.id}` })
  ).body as FileLocation;
  const headersOf = (url: string) =>
    caller.evaluate(async (address) => Object.fromEntries((await fetch(address)).headers), url);
  const safe = {
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    'content-type': document.content_type,
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
  };
  const [shown, kept] = [await headersOf(toShow), await headersOf(toKeep)];
  expect(shown, what).toMatchObject(safe);
  expect(kept, what).toMatchObject({
    ...safe,
    'content-disposition': expect.stringMatching(/^attachment; filename="[^"\r\n]+"; filename\*=UTF-8''[^\s;"]+$/),
  });
  expect(kept['content-disposition'], what).toMatch(endings[document.content_type] ?? /^no type of ours$/);
  const inline = shown['content-disposition']?.startsWith('inline') ?? false;
  expect(inline, what).toBe(document.content_type.startsWith('image/'));
  return { url: toShow, inline };
};

/** Enters a URL in the address bar. */
const openByAddress = async (
  page: Page,
  { url, inline }: { url: string; inline: boolean },
  what: string,
): Promise<void> => {
  const saved = inline ? undefined : page.waitForEvent('download');
  await page
    .goto(url)
    .catch((error: unknown) => expect(String(error), what).toMatch(/Download is starting|ERR_ABORTED/));
  await (await saved)?.cancel();
  await expectNoTrace(page, what);
};

const openInViewer = async (caller: Page, page: Page, { what, document }: Kept): Promise<void> => {
  const { url } = (await call(caller, { method: 'POST', path: `/api/documents/${document.id}/viewer` })).body as {
    url: string;
  };
  await page.goto(url);
  await expect(page.locator('[data-phase="shown"]').first(), what).toBeVisible();
  await expectNoTrace(page, what);
};

test('hostile files are refused or shown as data: none runs scripts or makes requests', async ({
  patient,
  doctor,
  browser,
}) => {
  test.setTimeout(20 * 60_000);
  const { page } = patient;
  const caseId = await newCase(patient, doctor);
  const files = await hostileFiles();
  expect(files.length).toBeGreaterThanOrEqual(60);
  const kept: Kept[] = [];

  await test.step('each is accepted or refused as expected', async () => {
    const waiting = [...files];
    const send = async ({ what, name, bytes, kept: expected }: HostileFile) => {
      const { status, body } = await upload(patient, caseId, name, bytes);
      expect([what, status >= 400 && status < 500 ? 'refused' : status], JSON.stringify(body)).toEqual([
        what,
        expected ? 201 : 'refused',
      ]);
      if (expected) kept.push(...(body as UploadedItem[]).map(({ document }) => ({ what, document })));
    };
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await send(next);
      }),
    );
  });

  // A separate context: Chromium logs that a bare picture may not run scripts.
  const apart = await browser.newContext({ storageState: await page.context().storageState() });
  const [reader, opened] = [await page.context().newPage(), await apart.newPage()];
  const deeds = [page.context(), apart].map(deedsIn);
  const { documents } = (await call(page, { method: 'GET', path: `/api/processoverview/${caseId}` }))
    .body as ProcessOverview;
  const inOrder = documents.flatMap(({ id }) => kept.filter(({ document }) => document.id === id));
  const lists = (['document', 'image'] as const).map((group) =>
    inOrder.filter(({ document }) => document.group === group),
  );
  expect(lists.flat().length).toBe(files.filter((file) => file.kept).length);

  await test.step('accepted files are viewed in the portal', async () => {
    for (const list of lists) expect((await readThrough(reader, caseId, list)).length).toBe(list.length);
  });
  await test.step('pictures open by URL, everything else is downloaded', async () => {
    const saved = new Set<string>();
    for (const one of inOrder) {
      const address = await addressOf(page, one);
      if (address.inline || !saved.has(one.document.content_type)) await openByAddress(opened, address, one.what);
      saved.add(one.document.content_type);
    }
  });
  await test.step('scans are opened in the viewer', async () => {
    for (const one of inOrder.filter(({ document }) => document.dicom)) await openInViewer(page, reader, one);
  });
  expect(deeds.flat()).toEqual([]);
  await apart.close();
});
