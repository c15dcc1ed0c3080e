import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ViewedCase } from '@konsil/contracts/viewed-case';
import Fastify from 'fastify';
import { inlineScripts } from '../../src/hosting/pages.ts';
import { viewerPolicy, type Policy } from '../../src/hosting/policy.ts';
import { createPortal } from '../../src/hosting/portal.ts';
import { serveDicomWeb } from '@konsil/server-dicom/web/dicomweb.routes';
import { carriesTicket, serveViewerAccess, viewerLink } from '@konsil/server-dicom/web/viewer-access';
import { FixtureStudies } from '@konsil/server-dicom/testing/fixture-studies';

export interface ServedViewer {
  /** A one-time link that opens the study of a file. */
  open(file: Buffer, language?: string): Promise<string>;
  /** Sets the case that all studies are opened from. */
  openFrom(viewed: ViewedCase): void;
  /** Adds another study of the same person. */
  addOther(source: string, file: Buffer): Promise<void>;
  /** Revokes all access, like a sign-out. */
  revokeAll(): void;
  close(): Promise<void>;
}

/**
 * A built viewer with real DICOMweb over files in memory: for benchmarks and for looking at it.
 * @param policy ours; another viewer may need another
 * @param template the address of another viewer's page
 */
export async function serveViewer(
  builtViewer: string,
  policy: Policy = viewerPolicy(inlineScripts(builtViewer)),
  template?: string,
): Promise<ServedViewer> {
  const studies = new FixtureStudies();
  const api = Fastify({ logger: { level: 'error' } });
  const notFound = (reply: Parameters<Parameters<typeof serveDicomWeb>[1]['notFound']>[0]) =>
    reply.status(404).send({ code: 'not_found' });
  serveDicomWeb(api, { source: studies, notFound, secure: false });
  serveViewerAccess(api, { redeem: studies.redeem, template, secure: false, notFound });
  const page = await createPortal({ folder: builtViewer, policy, config: {}, logger: api.log, https: false });
  await Promise.all([api.ready(), page.ready()]);

  const server = createServer((request, response) => {
    const { url = '' } = request;
    (url.startsWith('/dicom-web/') || carriesTicket(url) ? api : page).routing(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  let opened = 0;
  const tokens: string[] = [];
  return {
    async open(file, language = 'de') {
      opened += 1;
      const [documentId, ticket] = [`document-${opened}`, `ticket-of-the-document-number-${opened}`];
      const studyUid = await studies.add(documentId, file);
      studies.ticketFor(ticket, { studyUid, documentId });
      tokens.push(`session-of-${ticket}`);
      return viewerLink(origin, { studyUid, ticket, language });
    },
    openFrom(viewed) {
      studies.viewed = viewed;
    },
    async addOther(source, file) {
      const documentId = randomUUID();
      await studies.add(documentId, file);
      studies.sources.set(documentId, source);
    },
    revokeAll: () => tokens.forEach((token) => studies.revoke(token)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([api.close(), page.close()]);
    },
  };
}
