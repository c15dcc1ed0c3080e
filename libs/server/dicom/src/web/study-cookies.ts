import { createHash } from 'node:crypto';
import { cookiesIn } from '@konsil/server-platform/http/cookie-header';

const prefix = 'konsil_study_';
const slots = 12;

/** The access to one study, as sent to the browser. */
export interface OpenedStudy {
  studyUid: string;
  /** Identifies reader and case (see `StudyGrant`). */
  whose: string;
  token: string;
}

const cookie = (name: string, path: string, token: string, secure: boolean): string =>
  `${prefix}${name}=${token}; Path=${path}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** The id of an opening in URLs. It grants nothing without the token, and does not reveal it. */
export const openingOf = (token: string): string => digest(`opening ${token}`);

/**
 * The `Set-Cookie` headers that open a study: for this host and the browser's session only, and unreadable for scripts.
 * Our own viewer has a separate path for each opening, so no other link can replace its cookie.
 * @param otherViewer a viewer that is not ours knows only the path of the study and of the list of studies. The study's
 * path gets one cookie for each reader and case, to tell them apart; a few shared cookies serve the list.
 */
export const studyCookies = (
  { studyUid, whose, token }: OpenedStudy,
  { secure, otherViewer }: { secure: boolean; otherViewer: boolean },
): string[] => {
  if (!otherViewer) {
    const opening = openingOf(token);
    return [cookie(opening, `/dicom-web/openings/${opening}`, token, secure)];
  }
  const slot = (createHash('sha256').update(studyUid).digest()[0] ?? 0) % slots;
  return [
    cookie(digest(whose), `/dicom-web/studies/${studyUid}`, token, secure),
    cookie(`list_${slot}`, '/dicom-web', token, secure),
  ];
};

/** Browsers send the cookies with the longest path first, i.e. the requested study's. */
const mostCookies = slots + 1;

/**
 * The session tokens among a request's cookies. No other cookie is looked at.
 * @param opening the one that the address names; other openings of the same browser do not count then
 */
export const studyTokens = (header: string | undefined, opening?: string): string[] =>
  cookiesIn(header)
    .filter(({ name }) => name.startsWith(prefix))
    .slice(0, mostCookies)
    .map(({ value }) => value)
    .filter((token) => /^[\w-]{20,100}$/.test(token) && (opening === undefined || openingOf(token) === opening));
