// @bundle route
import { useState } from 'react';
import { useLazyGetDocumentFileQuery } from '@konsil/api/documents';
import { networkProblem, ProblemError } from '@konsil/api/problem';
import {
  useAddShareFileMutation,
  useCreateShareLinkMutation,
  useEndShareLinkMutation,
  useStartShareLinkMutation,
} from '@konsil/api/shares';
import { isDateUnknown } from '@konsil/contracts/document-date';
import type { Document } from '@konsil/contracts/documents';
import type { NewShareLink, ShareLink } from '@konsil/contracts/shares';
import { useKindWords } from '@konsil/documents';
import type { SharedFile, SharedText } from './sealed-content.ts';

/** The patient's choice: texts that are at hand, and documents to fetch. */
export interface Chosen {
  texts: SharedText[];
  documents: Document[];
}
export interface MadeLink {
  link: ShareLink;
  /** The whole address with the key: shown once, kept nowhere. */
  address: string;
}

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
  const [done, setDone] = useState(0);

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

  const make = async (order: NewShareLink, { texts, documents }: Chosen): Promise<MadeLink> => {
    setDone(0);
    const [{ linkOf, newLinkKey, seal }, { shownTypes, toResource }] = await Promise.all([
      import('./sealing.ts'),
      import('./sealed-content.ts'),
    ]);
    const created = await create({ caseId, body: order }).unwrap();
    const { id, manifest_url: url, expires_at: until } = created;
    try {
      const key = newLinkKey();
      // One after the other: a phone holds one file in memory, not all.
      for (const item of [...texts, ...documents]) {
        const sealed = await seal(key, toResource('kind' in item ? item : await fetched(item, shownTypes)));
        await add({ id, file: new Blob([sealed], { type: 'application/jose' }) }).unwrap();
        setDone((count) => count + 1);
      }
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
      return { link, address };
    } catch (error) {
      // A part of the files is of no use to anybody.
      void end(id);
      throw error;
    }
  };
  return { make, done };
}
