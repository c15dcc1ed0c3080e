import { desc } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { outbox } from '@konsil/server-platform/database/tables';
import { iso } from '@konsil/server-platform/clock';
import { letter } from '@konsil/server-platform/outbox/outbox';
import { html, sendPage } from '@konsil/server-platform/http/page';

const shown = 200;

/** Sent emails and SMS, newest first. For the embedded setup and tests only. */
export const serveDevOutbox = (app: FastifyInstance): void => {
  const { db, vault } = app.kernel;
  const newestFirst = async () => {
    const rows = await db.select().from(outbox).orderBy(desc(outbox.createdAt), desc(outbox.id)).limit(shown);
    return rows
      .filter((row) => row.sealed.length > 0)
      .map((row) => {
        const { to, subject, text } = vault.openFor('outbox', letter, row.sealed);
        return { channel: row.channel, to, subject, text, created_at: iso(row.createdAt) };
      });
  };
  app.get('/dev/outbox.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await newestFirst()),
  );
  app.get('/dev/outbox', async (_request, reply) => {
    const letters = await newestFirst();
    return sendPage(
      reply,
      'Outbox',
      html`
<p>E-mails and SMS of this installation, newest first. <a href="/dev/outbox">Reload</a> · <a href="/dev/outbox.json">JSON</a></p>
${
  letters.length === 0
    ? html`<p>Nothing was sent yet.</p>`
    : letters.map(
        (letter) => html`<article>
<small>${letter.created_at} · ${letter.channel} · ${letter.to}</small>
<h2>${letter.subject || 'SMS'}</h2>
<pre>${letter.text.split(/(https?:\/\/\S+)/).map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))}</pre>
</article>`,
      )
}`,
    );
  });
};
