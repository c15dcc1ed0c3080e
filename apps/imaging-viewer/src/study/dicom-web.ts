import { closedHeader, closedReasons, type ClosedReason, type ViewedCase } from '@konsil/contracts/viewed-case';
import type { DicomJson } from './dicom-json.ts';
import { firstPart } from './multipart.ts';

/** Each opening of a study has its own DICOMweb root, which is in the page's URL. */
export const rootOf = (search: string): string => {
  const opening = new URLSearchParams(search).get('opening') ?? '';
  return /^[\w-]{1,64}$/.test(opening) ? `/dicom-web/openings/${opening}` : '/dicom-web';
};
const root = rootOf(location.search);

/**
 * Why the images are closed. `spent`: the page was opened without access, by a link that was used before.
 * `unknown`: the server tells no reason.
 */
export type Closed = ClosedReason | 'spent' | 'unknown';

/** The server responds the same to missing and to forbidden studies; a browser that had access learns why it ended. */
export class NotAvailable extends Error {
  constructor(readonly reason: Closed) {
    super(reason);
  }
}
export class Unreachable extends Error {}

const reasonOf = ({ headers }: Response): Closed =>
  closedReasons.find((reason) => reason === headers.get(closedHeader)) ?? (root === '/dicom-web' ? 'spent' : 'unknown');

const patience = 60_000;

async function get(path: string, accept: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(path, { headers: { accept, ...headers }, signal: AbortSignal.timeout(patience) }).catch(
    () => {
      throw new Unreachable();
    },
  );
  if (answer.status === 404) throw new NotAvailable(reasonOf(answer));
  if (!answer.ok) throw new Unreachable();
  return answer;
}

/** DICOMweb on the viewer's own origin, whatever archive is behind it. */
export const dicomWeb = {
  studyUrl: (studyUid: string): string => `${root}/studies/${studyUid}`,

  /** The metadata of every image. @throws {NotAvailable | Unreachable} */
  async metadata(studyUid: string): Promise<DicomJson[]> {
    return (await get(`${root}/studies/${studyUid}/metadata`, 'application/dicom+json')).json() as Promise<DicomJson[]>;
  },

  /** The case from which the images were opened; null if the server behind this page does not know. */
  async viewedCase(studyUid: string): Promise<ViewedCase | null> {
    const answer = await get(`${root}/studies/${studyUid}/case`, 'application/json');
    return answer.status === 204 ? null : ((await answer.json()) as ViewedCase);
  },

  /** @param uri as the metadata has it: whichever server it names, this one is asked, below our opening. */
  addressOf(uri: string): string {
    const [path = ''] = uri.split(/[?#]/);
    return root + path.slice(path.indexOf('/studies/'));
  },

  async bulkData(uri: string): Promise<Uint8Array> {
    const answer = await get(dicomWeb.addressOf(uri), 'application/octet-stream');
    return firstPart(new Uint8Array(await answer.arrayBuffer()), answer.headers.get('content-type') ?? '');
  },

  /**
   * Asks whether the pictures may still be shown.
   * @param looking somebody did something since the last time, so the access lasts longer
   * @throws {NotAvailable | Unreachable}
   */
  async stay(studyUid: string, looking: boolean): Promise<void> {
    await get(`${root}/studies/${studyUid}/access`, '*/*', looking ? {} : { 'x-background': '1' });
  },

  originalUrl: (instanceUrl: string): string => `${instanceUrl}?accept=application/dicom`,
};
