import { cookiesIn } from '../kernel/cookie-header.ts';

const prefix = 'konsil_study_';

/** One cookie for each opened study, so that two tabs with two studies do not shut each other out. */
const cookieName = (studyUid: string): string => `${prefix}${studyUid.replaceAll('.', '_')}`;

/** The `Set-Cookie` that opens a study: for this host, DICOMweb and the browser's session only, and out of reach of scripts. */
export const studyCookie = ({ studyUid, token }: { studyUid: string; token: string }, { secure }: { secure: boolean }): string =>
  `${cookieName(studyUid)}=${token}; Path=/dicom-web; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

const mostCookies = 20;

/** The session tokens among a request's cookies. No other cookie is looked at. */
export const studyTokens = (header: string | undefined): string[] =>
  cookiesIn(header).filter(({ name }) => name.startsWith(prefix)).slice(-mostCookies)
    .map(({ value }) => value).filter((token) => /^[\w-]{20,100}$/.test(token));
