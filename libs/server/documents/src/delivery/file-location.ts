import type { FileLocation, FileSum } from '@konsil/contracts/documents';
import { minuteMs } from '@konsil/server-platform/clock';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { Actor } from '@konsil/server-domain/access/access';
import type { DocumentRow } from '@konsil/server-domain/access/loaders';
import { requestOrigin } from '@konsil/server-platform/http/origins';
import { Problem } from '@konsil/server-platform/http/problems';
import { pathOf } from '@konsil/contracts/route';
import { documentRoutes } from '@konsil/contracts/documents';
import type { Reading } from '../document-view.ts';
import { isPhoto } from '@konsil/server-dicom/file-type';
import { issueTicket } from './tickets.ts';
import { documentSecrets } from '@konsil/server-domain/sealed/document';

const locationMs = 5 * minuteMs;

/** The URL of a stored object, valid for this session and five minutes. */
const addressOf = async (
  kernel: Kernel,
  { tx, actor, session, request, now }: Reading,
  object: { documentId: string; storageKey: string; name: string },
) => {
  const { token, expiresAt } = await issueTicket(
    tx,
    { accountId: actor.accountId, sessionId: session.id },
    { kind: 'file', documentId: object.documentId, storageKey: object.storageKey },
    now,
    locationMs,
  );
  return {
    address: requestOrigin(kernel.env, request) + pathOf(documentRoutes.getFile, { ticket: token, name: object.name }),
    expiresAt,
  };
};

/**
 * The stored objects of a document that a reader gets: to view, and to keep.
 * @throws {Problem} `not_allowed_now` if another person's photo cannot be copied.
 */
export const objectsFor = (
  row: Pick<DocumentRow, 'contentType' | 'viewKey' | 'storageKey' | 'uploadedBy'>,
  { accountId }: Pick<Actor, 'accountId'>,
): { toShow: string; toKeep: string } => {
  const shown = isPhoto(row.contentType) ? row.viewKey : row.storageKey;
  const kept = row.uploadedBy === accountId ? row.storageKey : shown;
  const [toShow, toKeep] = [shown ?? kept, kept ?? shown];
  if (!toShow || !toKeep) throw new Problem('not_allowed_now');
  return { toShow, toKeep };
};

/**
 * The URLs of a document's file, for viewing and for download. Photos are viewed as the copy we made; the original,
 * with its location, is only available to its uploader.
 * @throws {Problem} `not_allowed_now` while the file is being scanned, or if another person's photo cannot be copied.
 */
export const locateFile = async (kernel: Kernel, reading: Reading, row: DocumentRow): Promise<FileLocation> => {
  if (row.scanState !== 'ready') throw new Problem('not_allowed_now');
  const { file_name: name } = await kernel.vault.open(reading.tx, row.patientId, documentSecrets, row.sealed);
  const { toShow, toKeep } = objectsFor(row, reading.actor);
  const view = await addressOf(kernel, reading, { documentId: row.id, storageKey: toShow, name: 'file' });
  const download = await addressOf(kernel, reading, { documentId: row.id, storageKey: toKeep, name: 'download' });
  const sumOf = (key: string): FileSum | undefined => {
    if (key === row.storageKey) return { size: row.size, sha256: row.sha256 };
    return row.viewSize === null || row.viewSha256 === null
      ? undefined
      : { size: row.viewSize, sha256: row.viewSha256 };
  };
  return {
    documentId: row.id,
    view: sumOf(toShow),
    kept: sumOf(toKeep),
    Filelocation: view.address,
    download: download.address,
    file_name: name,
    content_type: row.contentType,
    expires_at: view.expiresAt.toISOString(),
  };
};
