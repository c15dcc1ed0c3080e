import type { FastifyInstance, FastifyReply } from 'fastify';
import { openingOf, studyCookies, type OpenedStudy } from './study-cookies.ts';
import { isUid } from '../uids.ts';

/** How long a ticket may wait to be used, and how long an opened study lasts without being looked at. */
export const viewerTimes = { ticketSeconds: 60, sessionMinutes: 10 } as const;

export interface ViewerAccessOptions {
  /** Answers an address without a ticket, which is the page's and not the server's. */
  notFound(reply: FastifyReply): FastifyReply;
  /** Uses up a one-time ticket. The right is checked again before a session is answered. */
  redeem(ticket: string): Promise<OpenedStudy | null>;
  /** People reach the viewer by https: so does the cookie. */
  secure: boolean;
  /** `VIEWER_URL_TEMPLATE`: another page than ours, with `{study}` in it. */
  template: string | undefined;
}

const ticketPattern = /^[\w-]{20,100}$/;
const languagePattern = /^[a-z]{2}$/;

/**
 * Where a study is shown: our page, or the installation's own. The address opens nothing without the cookie.
 * @param opening what only our own page reads below; left out where nothing was opened
 */
export function pageOf(
  template: string | undefined,
  { studyUid, language, opening }: { studyUid: string; language: string; opening?: string | undefined },
): string {
  if (template !== undefined) return template.replaceAll('{study}', encodeURIComponent(studyUid));
  const query = new URLSearchParams({ StudyInstanceUIDs: studyUid });
  if (opening) query.set('opening', opening);
  if (languagePattern.test(language)) query.set('lang', language);
  return `/viewer?${query}`;
}

/** The link of "open images". It works once, within a minute. */
export const viewerLink = (
  origin: string,
  { studyUid, ticket, language }: { studyUid: string; ticket: string; language: string },
): string =>
  `${origin}/viewer?${new URLSearchParams({ StudyInstanceUIDs: studyUid, ticket, lang: language }).toString()}`;

/** Whether an address of the viewer carries a ticket and so belongs to the server, not to the page. */
export const carriesTicket = (url: string): boolean =>
  url.startsWith('/viewer?') && new URLSearchParams(url.slice(url.indexOf('?'))).has('ticket');

/**
 * Exchanges the ticket of a link for HttpOnly cookies and leads on to the page without it,
 * so that the ticket stays out of history and referrers. A spent or foreign ticket leads there without a cookie.
 */
export function serveViewerAccess(
  app: FastifyInstance,
  { redeem, template, secure, notFound }: ViewerAccessOptions,
): void {
  app.get('/viewer', async (request, reply): Promise<FastifyReply> => {
    const { StudyInstanceUIDs: study = '', ticket = '', lang = '' } = request.query as Record<string, string>;
    if (!ticket) return notFound(reply);
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const opened = ticketPattern.test(ticket) ? await redeem(ticket) : null;
    if (opened) reply.header('set-cookie', studyCookies(opened, { secure, otherViewer: template !== undefined }));
    const page = opened
      ? pageOf(template, { studyUid: opened.studyUid, language: lang, opening: openingOf(opened.token) })
      : pageOf(undefined, { studyUid: isUid(study) ? study : '', language: lang });
    return reply.redirect(page, 303);
  });
}
