import type { AnsweredMeasurements, KeptMeasurements, MeasurementsWrite } from '@konsil/contracts/measurements';
import {
  closedHeader,
  closedReasons,
  type Beside,
  type ClosedReason,
  type OpenedBeside,
  type OtherStudy,
  type ViewedCase,
} from '@konsil/contracts/viewed-case';
import type { DicomJson } from './dicom-json.ts';
import { firstPart } from './multipart.ts';

const rootOfOpening = (opening: string): string =>
  /^[\w-]{1,64}$/.test(opening) ? `/dicom-web/openings/${opening}` : '/dicom-web';
/** Each opening of a study has its own DICOMweb root, which is in the page's URL. */
export const rootOf = (search: string): string => rootOfOpening(new URLSearchParams(search).get('opening') ?? '');

/**
 * The reason why the images are closed. `spent`: the page was opened without access, by a link that was used before.
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

const reasonOf = ({ headers, url }: Response): Closed =>
  closedReasons.find((reason) => reason === headers.get(closedHeader)) ??
  (url.includes('/dicom-web/openings/') ? 'unknown' : 'spent');

const patience = 60_000;

/** @param expected statuses that are answers, too */
async function get(
  path: string,
  accept: string,
  { headers, ...more }: RequestInit = {},
  expected: readonly number[] = [],
): Promise<Response> {
  const answer = await fetch(path, {
    ...more,
    headers: { accept, ...headers },
    signal: AbortSignal.timeout(patience),
  }).catch(() => {
    throw new Unreachable();
  });
  if (answer.status === 404) throw new NotAvailable(reasonOf(answer));
  if (!answer.ok && !expected.includes(answer.status)) throw new Unreachable();
  return answer;
}

/** A DICOMweb root with the requests that can be made below it. */
export interface DicomWeb {
  /** True for an opening of ours: other studies can be opened beside it. */
  own: boolean;
  studyUrl(studyUid: string): string;
  /** The metadata of every image. @throws {NotAvailable | Unreachable} */
  metadata(studyUid: string): Promise<DicomJson[]>;
  /** The case from which the images were opened; null if the server behind this page does not know. */
  viewedCase(studyUid: string): Promise<ViewedCase | null>;
  /** Other studies of the same person. @throws {NotAvailable | Unreachable} */
  others(studyUid: string): Promise<OtherStudy[]>;
  /** Opens one of them. @throws {NotAvailable | Unreachable} */
  openBeside(studyUid: string, wanted: Beside): Promise<{ studyUid: string; web: DicomWeb }>;
  /** The reader's measurements for the case; null for somebody who does not answer it. */
  measurements(studyUid: string): Promise<KeptMeasurements | null>;
  /** @param leaving the page is being left, and the request goes on without it */
  keepMeasurements(
    studyUid: string,
    write: MeasurementsWrite,
    leaving: boolean,
  ): Promise<{ revision: string } | 'conflict'>;
  /** Measurements that were sent with answers. @throws {NotAvailable | Unreachable} */
  answered(studyUid: string): Promise<AnsweredMeasurements[]>;
  /** @param uri from the metadata; whichever server it names, the request goes to ours, below this opening. */
  addressOf(uri: string): string;
  bulkData(uri: string): Promise<Uint8Array>;
  /**
   * Asks whether the pictures may still be shown.
   * @param looking somebody did something since the last time, so the access lasts longer
   * @throws {NotAvailable | Unreachable}
   */
  stay(studyUid: string, looking: boolean): Promise<void>;
}

/** DICOMweb below one root, on the viewer's own origin, whatever archive is behind it. */
export const dicomWebAt = (root: string): DicomWeb => ({
  own: root !== '/dicom-web',

  studyUrl: (studyUid) => `${root}/studies/${studyUid}`,

  async metadata(studyUid) {
    return (await get(`${root}/studies/${studyUid}/metadata`, 'application/dicom+json')).json() as Promise<DicomJson[]>;
  },

  async viewedCase(studyUid) {
    const answer = await get(`${root}/studies/${studyUid}/case`, 'application/json');
    return answer.status === 204 ? null : ((await answer.json()) as ViewedCase);
  },

  async others(studyUid) {
    return (await get(`${root}/studies/${studyUid}/others`, 'application/json')).json() as Promise<OtherStudy[]>;
  },

  async openBeside(studyUid: string, wanted: Beside): Promise<{ studyUid: string; web: DicomWeb }> {
    const answer = await get(`${root}/studies/${studyUid}/others`, 'application/json', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
    });
    const opened = (await answer.json()) as OpenedBeside;
    return { studyUid: opened.study_uid, web: dicomWebAt(rootOfOpening(opened.opening)) };
  },

  async measurements(studyUid) {
    const answer = await get(`${root}/studies/${studyUid}/measurements`, 'application/json');
    return answer.status === 204 ? null : ((await answer.json()) as KeptMeasurements);
  },

  async keepMeasurements(studyUid, write, leaving) {
    const answer = await get(
      `${root}/studies/${studyUid}/measurements`,
      'application/json',
      {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(write),
        keepalive: leaving,
      },
      [409],
    );
    return answer.status === 409 ? 'conflict' : ((await answer.json()) as { revision: string });
  },

  async answered(studyUid) {
    return (await get(`${root}/studies/${studyUid}/answered`, 'application/json')).json() as Promise<
      AnsweredMeasurements[]
    >;
  },

  addressOf(uri) {
    const [path = ''] = uri.split(/[?#]/);
    return root + path.slice(path.indexOf('/studies/'));
  },

  async bulkData(uri) {
    const answer = await get(this.addressOf(uri), 'application/octet-stream');
    return firstPart(new Uint8Array(await answer.arrayBuffer()), answer.headers.get('content-type') ?? '');
  },

  async stay(studyUid, looking) {
    await get(`${root}/studies/${studyUid}/access`, '*/*', looking ? {} : { headers: { 'x-background': '1' } });
  },
});

export const originalUrl = (instanceUrl: string): string => `${instanceUrl}?accept=application/dicom`;

/** DICOMweb below the root that the page's URL names. */
export const dicomWeb: DicomWeb = dicomWebAt(rootOf(location.search));
