import type { FastifyInstance, FastifyReply } from 'fastify';
import { openingOf, studyCookies, type OpenedStudy } from './study-cookies.ts';
import { isUid } from '../uids.ts';

/** The lifetimes of an unused ticket, and of an opened study without activity. */
export const viewerTimes = { ticketSeconds: 60, sessionMinutes: 10 } as const;

export interface ViewerAccessOptions {
  /** Responds to a URL without a ticket, which belongs to the page. */
  notFound(reply: FastifyReply): FastifyReply;
  /** Redeems a one-time ticket, after checking access again. */
  redeem(ticket: string): Promise<OpenedStudy | null>;
  /** True if the viewer is on https, and its cookie Secure. */
  secure: boolean;
  /** `VIEWER_URL_TEMPLATE`: the URL of another viewer, with `{study}` in it. */
  template: string | undefined;
}

const ticketPattern = /^[\w-]{20,100}$/;
const languagePattern = /^[a-z]{2}$/;

/**
 * The URL that shows a study: our page, or the installation's own. The address opens nothing without the cookie.
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

/** The "open images" link: works once, within a minute. */
export const viewerLink = (
  origin: string,
  { studyUid, ticket, language }: { studyUid: string; ticket: string; language: string },
): string =>
  `${origin}/viewer?${new URLSearchParams({ StudyInstanceUIDs: studyUid, ticket, lang: language }).toString()}`;

/** True if a URL of the viewer has a ticket, and so is handled by the server. */
export const carriesTicket = (url: string): boolean =>
  url.startsWith('/viewer?') && new URLSearchParams(url.slice(url.indexOf('?'))).has('ticket');

/**
 * Exchanges a link's ticket for HttpOnly cookies and redirects to the page without it, so that the ticket stays out of
 * history and referrers. A used or foreign ticket redirects without a cookie.
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
