import type { Locale } from '@konsil/contracts/first-codes';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { dossierPages, fillDossier, type DossierContent } from '@konsil/server-privacy/export/dossier';
import { pagesToDraw } from '@konsil/server-privacy/export/dossier-documents';
import type { PdfPages } from '@konsil/server-pdf/pdf-pages';
import { inChunks } from '@konsil/server-storage/chunk-cipher';
import type { FileRef } from '@konsil/server-storage/file-store';
import type { Advance } from './jobs.ts';
import type { PageDrawer } from './page-drawer.ts';

/** The number of pages of the documents. */
export const pagesOf = ({ patients }: Pick<DossierContent, 'patients'>): number =>
  patients
    .flatMap(({ cases }) => cases)
    .flatMap(({ documents }) => documents)
    .reduce((sum, document) => sum + pagesToDraw(document), 0);

/**
 * Begins to write a dossier with every page. If it cannot be completed, both `filled` and the bytes of the file fail.
 */
export const fillPages = (
  drawer: PageDrawer,
  content: DossierContent,
  locale: Locale,
  advance: Advance,
): { pages: PdfPages; filled: Promise<void> } => {
  const pages = dossierPages(content, locale);
  let done = 0;
  const filled = fillDossier(pages, content, locale, {
    draw: (row, page) => drawer.draw(row, page, content.owner.id),
    advance: () => {
      done += 1;
      advance(done);
    },
  }).then(
    () => pages.end(),
    (failure: unknown) => {
      pages.abandon(failure);
      throw failure;
    },
  );
  return { pages, filled };
};

/** Writes a dossier to the file store; holds one page at a time. */
export const makeDossier = async (
  { files }: Pick<Kernel, 'files'>,
  drawer: PageDrawer,
  { content, locale, file }: { content: DossierContent; locale: Locale; file: FileRef },
  advance: Advance,
): Promise<void> => {
  const { pages, filled } = fillPages(drawer, content, locale, advance);
  const stored = files.putAs(file, inChunks(pages.bytes()));
  const [filling, storing] = await Promise.allSettled([filled, stored]);
  // A storage that fails makes the writer fail, too: the first cause is reported.
  for (const outcome of [storing, filling]) if (outcome.status === 'rejected') throw outcome.reason;
};
