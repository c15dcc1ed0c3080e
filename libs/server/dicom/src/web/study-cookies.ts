import { createHash } from 'node:crypto';
import { cookiesIn } from '@konsil/server-platform/http/cookie-header';

const prefix = 'konsil_study_';
const slots = 12;

const cookie = (name: string, path: string, token: string, secure: boolean): string =>
  `${prefix}${name}=${token}; Path=${path}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

/**
 * The `Set-Cookie`s that open a study, for this host and the browser's session only, and out of reach of scripts.
 * Each is sent with calls for its own study alone: however many studies were opened, a call carries one, and no tab loses its own.
 * @param listed whether another viewer than ours asks for lists of studies, too: these calls name no study, so a few shared cookies stand for the last ones opened
 */
export const studyCookies = (
  { studyUid, token }: { studyUid: string; token: string },
  { secure, listed }: { secure: boolean; listed: boolean },
): string[] => {
  const slot = (createHash('sha256').update(studyUid).digest()[0] ?? 0) % slots;
  return [
    cookie(studyUid.replaceAll('.', '_'), `/dicom-web/studies/${studyUid}`, token, secure),
    ...(listed ? [cookie(`list_${slot}`, '/dicom-web', token, secure)] : []),
  ];
};

/** Browsers send the cookie with the longest path first: the one of the study that is asked for. */
const mostCookies = slots + 1;

/** The session tokens among a request's cookies. No other cookie is looked at. */
export const studyTokens = (header: string | undefined): string[] =>
  cookiesIn(header)
    .filter(({ name }) => name.startsWith(prefix))
    .slice(0, mostCookies)
    .map(({ value }) => value)
    .filter((token) => /^[\w-]{20,100}$/.test(token));
