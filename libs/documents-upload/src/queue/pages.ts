import { newKey } from '@konsil/api/intent';
import type { CombinePages } from '../pages/combine.ts';
import { UnreadablePage } from '../pages/combine-pages.ts';
import type { KeptRecords } from './kept-records.ts';
import { unscanned } from './upload.ts';
import type { UploadList } from './upload-list.ts';

interface Options {
  list: UploadList;
  kept: KeptRecords;
  combine: CombinePages;
  /** Checks a listed file and queues it for upload. */
  take: (id: string, caseId: string, picked: File, known: ReadonlySet<string>) => Promise<void>;
}

/** Photos taken or chosen together: reordered, combined into one document, or sent one by one. */
export const createPages = ({ list, kept, combine, take }: Options) => {
  const inReview = (document: string) => list.pagesOf(document).filter(({ state }) => state.is === 'review');
  const bind = (id: string, pageOf: string) => {
    list.change(id, { pageOf });
    const record = kept.get(id);
    return record && kept.keep({ ...record, pageOf });
  };

  return {
    /** Sends each photo as a document of its own. `known`: checksums of the case's documents. */
    sendApart: async (document: string, known: ReadonlySet<string>) => {
      const photos = inReview(document);
      photos.forEach(({ id }) => list.change(id, { pageOf: null, state: { is: 'checking' }, ...unscanned }));
      for (const { id, caseId, file } of photos) if (file && list.find(id)) await take(id, caseId, file, known);
    },

    /**
     * Combines the photos into one PDF and sends it. On failure it throws (an `UnreadablePage` if one page is the
     * cause) and restores all pages.
     */
    sendTogether: async (document: string, name: string, known: ReadonlySet<string>) => {
      const pages = list.pagesOf(document);
      const [first] = pages;
      if (!first || inReview(document).length < pages.length) return;
      pages.forEach(({ id }) => list.setState(id, { is: 'combining' }));
      try {
        const pdf = await combine(pages.flatMap(({ file }) => file ?? []));
        // Signed out meanwhile.
        if (!list.find(first.id)) return;
        const file = new File([pdf], name, { type: 'application/pdf' });
        const id = newKey();
        list.set([
          ...list.get().filter((upload) => !pages.some(({ id: page }) => page === upload.id)),
          { id, caseId: first.caseId, name, size: file.size, file: null, pageOf: null, state: { is: 'checking' } },
        ]);
        await take(id, first.caseId, file, known);
        await Promise.all(pages.map((page) => kept.forget(page.id)));
      } catch (error) {
        const unreadable = error instanceof UnreadablePage ? pages[error.page]?.id : undefined;
        pages.forEach(({ id }) => list.setState(id, { is: 'review', ...(id === unreadable && { unreadable: true }) }));
        throw error;
      }
    },

    /** Swaps a page with the one before (-1) or after it. */
    movePage: async (id: string, by: -1 | 1) => {
      const pages = list.pagesOf(list.find(id)?.pageOf ?? null);
      const at = pages.findIndex((page) => page.id === id);
      const [page, other] = [pages[at], pages[at + by]];
      if (!page || !other) return;
      list.set(list.get().map((upload) => (upload === page ? other : upload === other ? page : upload)));
      const [mine, theirs] = [kept.get(page.id), kept.get(other.id)];
      if (mine && theirs)
        await Promise.all([
          kept.keep({ ...mine, addedAt: theirs.addedAt }),
          kept.keep({ ...theirs, addedAt: mine.addedAt }),
        ]);
    },

    /** Makes all waiting photos of a case pages of one document, except those being combined. */
    joinPages: async (caseId: string) => {
      const photos = list
        .get()
        .filter((upload) => upload.caseId === caseId && upload.pageOf !== null && upload.state.is !== 'combining');
      const document = photos[0]?.pageOf;
      if (document) await Promise.all(photos.map(({ id }) => bind(id, document)));
    },
  };
};
