// @bundle route
import { useState } from 'react';
import { useLazyGetDocumentFileQuery, useLazyListDocumentPicturesQuery } from '@konsil/api/documents';
import { networkProblem, problemOf, ProblemError } from '@konsil/api/problem';
import { fetchRenderedFrame } from '@konsil/api/rendered-pictures';
import {
  useAddShareFileMutation,
  useCreateShareLinkMutation,
  useEndShareLinkMutation,
  useStartShareLinkMutation,
} from '@konsil/api/shares';
import { isDateUnknown } from '@konsil/contracts/document-date';
import type { Document, PictureSeries } from '@konsil/contracts/documents';
import type { NewShareLink, ShareLink } from '@konsil/contracts/shares';
import { useKindWords } from '@konsil/documents';
import { useTexts } from '@konsil/i18n';
import type { FetchFrame } from './picture-plan.ts';
import type { SharedFile, SharedItem, SharedSeries, SharedText } from './sealed-content.ts';
import { shareTexts } from './texts.ts';

/** The patient's choice: texts that are at hand, and documents to fetch. */
export interface Chosen {
  texts: SharedText[];
  documents: Document[];
}
export interface MadeLink {
  link: ShareLink;
  /** The full URL with the key: shown once, stored nowhere. */
  address: string;
  /** Pictures to look through that the link has no room for. */
  lacksPictures: boolean;
}
/** The step that takes a while. */
export interface SealingProgress {
  /** Parts that are encrypted and saved. */
  done: number;
  /** Pictures of a document's images, while they are fetched. */
  pictures: { done: number; count: number } | null;
}

/** The rendered pictures are for a phone. */
const forPhones = { side: 640, quality: 70 };
/** Pictures are beside the files: without them the link is made all the same, but not without a connection. */
const orElse = <T, E>(asked: Promise<T>, otherwise: E): Promise<T | E> =>
  asked.catch((error: unknown) => {
    if (problemOf(error).code === 'network') throw error;
    return otherwise;
  });
/** Fetches pictures; null for an image that the server does not draw. */
const framesOf =
  (caseId: string): FetchFrame =>
  async ({ study_uid: study, series_uid: series }, { instance, frame }) => {
    const picture = await orElse(fetchRenderedFrame({ caseId, study, series, instance, frame }, forPhones), null);
    if (!picture) return null;
    return { contentType: 'image/jpeg', bytes: new Uint8Array(await picture.arrayBuffer()) };
  };

/** The small picture of a document; null without one: the file is shared all the same. */
const previewOf = async ({ preview_url: address }: Document): Promise<SharedFile['preview'] | null> => {
  const response = address ? await fetch(address).catch(() => null) : null;
  const contentType = response?.headers.get('content-type') ?? '';
  if (!response?.ok || !contentType.startsWith('image/')) return null;
  return { contentType, bytes: new Uint8Array(await response.arrayBuffer()) };
};

/** Encrypts the chosen content on this device, saves it, and starts the link. */
export function useMakeLink(caseId: string) {
  const { kindOf, sourceOf } = useKindWords();
  const [locate] = useLazyGetDocumentFileQuery();
  const [create] = useCreateShareLinkMutation();
  const [add] = useAddShareFileMutation();
  const [start] = useStartShareLinkMutation();
  const [end] = useEndShareLinkMutation();
  const [listPictures] = useLazyListDocumentPicturesQuery();
  const { t } = useTexts(shareTexts);
  const [progress, setProgress] = useState<SealingProgress>({ done: 0, pictures: null });

  const titleOf = ({ number, description, modality }: PictureSeries): string => {
    const name = description || modality;
    return number === null ? name : t('make.series', { number, name });
  };
  /** Pictures of a document's images, within a number of bytes. */
  const picturesOf = async (document: Document, room: number): Promise<SharedSeries[]> => {
    const { collectSeries, mostPictureBytes, planOf } = await import('./picture-plan.ts');
    const plans = planOf(await orElse(listPictures(document.id).unwrap(), []));
    const count = plans.reduce((sum, { frames }) => sum + frames.length, 0);
    if (count === 0) return [];
    const show = (at: number) => setProgress(({ done }) => ({ done, pictures: { done: at, count } }));
    show(0);
    const limit = Math.min(room, mostPictureBytes);
    const found = await collectSeries(plans, { fetchFrame: framesOf(caseId), limit, onDone: show });
    return found.flatMap((one, index) => {
      const plan = plans[index];
      return plan && one.pictures.length > 0 ? [{ ...one, title: titleOf(plan.series) }] : [];
    });
  };

  const fetched = async (document: Document, shownTypes: readonly string[]): Promise<SharedFile> => {
    const location = await locate(document.id).unwrap();
    const response = await fetch(location.Filelocation).catch(() => null);
    if (!response?.ok) throw new ProblemError(networkProblem);
    const preview = shownTypes.includes(location.content_type) ? null : await previewOf(document);
    return {
      kind: 'file',
      title: document.details_missing ? location.file_name : kindOf(document),
      author: sourceOf(document),
      day: document.issue_date,
      ...(isDateUnknown(document) && { dayUnknown: true }),
      fileName: location.file_name,
      contentType: location.content_type,
      bytes: new Uint8Array(await response.arrayBuffer()),
      ...(preview && { preview }),
    };
  };

  /** Adds preview images while there is room; the files themselves have priority. Returns whether some did not fit. */
  const addPictures = async (
    scans: readonly { document: Document; of: string }[],
    save: (item: SharedItem) => Promise<void>,
    most: number,
  ): Promise<boolean> => {
    let room = most;
    for (const { document, of } of scans) {
      if (room < most / 40) return true;
      const series = await picturesOf(document, room);
      if (series.length === 0) continue;
      try {
        await save({ kind: 'pictures', of, series });
      } catch (error) {
        if (problemOf(error).code !== 'quota') throw error;
        return true;
      }
      room -= series.flatMap(({ pictures }) => pictures).reduce((sum, { bytes }) => sum + bytes.length, 0);
    }
    return false;
  };

  const make = async (order: NewShareLink, { texts, documents }: Chosen): Promise<MadeLink> => {
    setProgress({ done: 0, pictures: null });
    const [{ linkOf, newLinkKey, seal }, { shownTypes, toResource }, { mostPictureBytesOfLink }] = await Promise.all([
      import('./sealing.ts'),
      import('./sealed-content.ts'),
      import('./picture-plan.ts'),
    ]);
    const created = await create({ caseId, body: order }).unwrap();
    const { id, manifest_url: url, expires_at: until } = created;
    try {
      const key = newLinkKey();
      // One after the other: a phone holds one file in memory, not all.
      const save = async (item: SharedItem) => {
        const sealed = await seal(key, toResource(item));
        await add({ id, file: new Blob([sealed], { type: 'application/jose' }) }).unwrap();
      };
      const scans: { document: Document; of: string }[] = [];
      for (const item of [...texts, ...documents]) {
        if ('kind' in item) await save(item);
        else {
          const of = item.dicom ? crypto.randomUUID() : undefined;
          await save({ ...(await fetched(item, shownTypes)), ...(of && { id: of }) });
          if (of) scans.push({ document: item, of });
        }
        setProgress(({ done }) => ({ done: done + 1, pictures: null }));
      }
      const lacksPictures = await addPictures(scans, save, mostPictureBytesOfLink);
      const link = await start(id).unwrap();
      const flag = [!order.one_time && 'L', order.passcode && 'P'].filter(Boolean).join('');
      const address = linkOf(`${window.location.origin}/s`, {
        url,
        key,
        exp: Math.floor(Date.parse(until) / 1000),
        ...(flag && { flag }),
        label: order.label,
        v: 1,
      });
      return { link, address, lacksPictures };
    } catch (error) {
      // A part of the files is of no use to anybody.
      void end(id);
      throw error;
    }
  };
  return { make, progress };
}
