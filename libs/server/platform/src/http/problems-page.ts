import { locales } from '@konsil/contracts/first-codes';
import { problemCodes } from '@konsil/contracts/problem-codes';
import type { FastifyInstance } from 'fastify';
import { html, sendPage } from './page.ts';
import { problemsPath, problemStatuses } from './problems.ts';
import { problemTitle } from './words.ts';

/** Explains every problem at its `type` URL (RFC 9457 section 3.1.1). */
export const serveProblemsPage = (app: FastifyInstance): void => {
  app.get(problemsPath, (_request, reply) =>
    sendPage(
      reply,
      'Konsil: problems',
      html`
<p>A refused call is answered with <code>application/problem+json</code> (RFC 9457). <code>code</code> is for programs; <code>title</code> follows <code>Accept-Language</code> (de, en). Fields that are not valid are listed in <code>errors</code>, each with its path, code and sentence. <code>current</code> holds the newer state after a conflict, the header <code>Retry-After</code> the seconds after which to try again.</p>
${problemCodes.map(
  (code) => html`<article id="${code}"><h2><code>${code}</code> ${problemStatuses[code]}</h2>
${locales.map((locale) => html`<p lang="${locale}">${problemTitle(code, locale)}</p>`)}</article>`,
)}`,
    ),
  );
};
