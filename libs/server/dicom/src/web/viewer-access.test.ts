import Fastify, { type FastifyInstance } from 'fastify';
import { serveDicomWeb } from './dicomweb.routes.ts';
import { fixture } from '../testing/fixtures.ts';
import { FixtureStudies } from '../testing/fixture-studies.ts';
import { studyCookies, studyTokens } from './study-cookies.ts';
import { carriesTicket, serveViewerAccess, viewerLink } from './viewer-access.ts';

const ticket = 'a-ticket-that-nobody-can-guess';

describe('the link of "open images"', () => {
  let studies: FixtureStudies;
  let app: FastifyInstance;
  let studyUid: string;
  const start = async (template?: string): Promise<void> => {
    studies = new FixtureStudies();
    studyUid = await studies.add('a', fixture('CT_small.dcm'));
    studies.ticketFor(ticket, { studyUid, documentId: 'a' });
    app = Fastify();
    const notFound = (reply: Parameters<Parameters<typeof serveDicomWeb>[1]['notFound']>[0]) =>
      reply.status(404).send();
    serveViewerAccess(app, { redeem: studies.redeem, template, secure: false, notFound });
    serveDicomWeb(app, { source: studies, notFound });
  };
  const linkPath = (): string => viewerLink('', { studyUid, ticket, language: 'de' });
  const cookieFrom = (answer: Awaited<ReturnType<FastifyInstance['inject']>>): string =>
    String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '';
  afterEach(() => app.close());

  test('leads to the page without the ticket, with a cookie that no script reads', async () => {
    await start();
    const answer = await app.inject(linkPath());
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe(`/viewer?StudyInstanceUIDs=${studyUid}&lang=de`);
    expect(String(answer.headers['set-cookie'])).toBe(
      `konsil_study_${studyUid.replaceAll('.', '_')}=session-of-${ticket}; Path=/dicom-web/studies/${studyUid}; HttpOnly; SameSite=Strict`,
    );
    expect(
      (await app.inject({ url: `/dicom-web/studies/${studyUid}/metadata`, headers: { cookie: cookieFrom(answer) } }))
        .statusCode,
    ).toBe(200);
  });

  test('works once', async () => {
    await start();
    await app.inject(linkPath());
    const again = await app.inject(linkPath());
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(again.headers.location).toBe(`/viewer?StudyInstanceUIDs=${studyUid}&lang=de`);
  });

  test('leaves the cookies of two studies beside each other', async () => {
    await start();
    const other = await studies.add('b', fixture('ct-series-7.zip'));
    studies.ticketFor('another-ticket-for-another-study', { studyUid: other, documentId: 'b' });
    const first = cookieFrom(await app.inject(linkPath()));
    const second = cookieFrom(
      await app.inject(viewerLink('', { studyUid: other, ticket: 'another-ticket-for-another-study', language: 'en' })),
    );
    for (const study of [studyUid, other]) {
      expect(
        (await app.inject({ url: `/dicom-web/studies/${study}/metadata`, headers: { cookie: `${first}; ${second}` } }))
          .statusCode,
      ).toBe(200);
    }
  });

  test('leads to the page that the installation has chosen, and only with a good ticket', async () => {
    await start('https://pacs.example/ohif/viewer?StudyInstanceUIDs={study}');
    expect((await app.inject(linkPath())).headers.location).toBe(
      `https://pacs.example/ohif/viewer?StudyInstanceUIDs=${studyUid}`,
    );
    expect((await app.inject(linkPath())).headers.location).toMatch(/^\/viewer\?/);
  });

  test.each(['<script>', '//evil.example', '1.2.3%0d%0aSet-Cookie:x=y'])(
    'with %s for a study stays on this page',
    async (study) => {
      await start();
      const { headers } = await app.inject(
        `/viewer?StudyInstanceUIDs=${study}&ticket=unknown-ticket-unknown-ticket&lang=xx%0d%0a`,
      );
      expect(headers.location).toBe('/viewer?StudyInstanceUIDs=');
      expect(headers['set-cookie']).toBeUndefined();
    },
  );

  test('without a ticket is not the server’s business', async () => {
    await start();
    expect((await app.inject('/viewer?StudyInstanceUIDs=1.2.3')).statusCode).toBe(404);
    expect(carriesTicket('/viewer?StudyInstanceUIDs=1.2.3')).toBe(false);
    expect(carriesTicket(linkPath())).toBe(true);
  });
});

test('the cookie of an https page is for https only', () => {
  const opened = { studyUid: '1.2.3', token: 'a-token' };
  expect(studyCookies(opened, { secure: true, listed: true }).join()).toMatch(/; Secure,.*; Secure$/);
  expect(studyCookies(opened, { secure: false, listed: true }).join()).not.toContain('Secure');
});

test('the cookies of 200 opened studies neither grow a request nor shut out the first', () => {
  // What a browser keeps and sends (RFC 6265): one cookie for each name and path, longer paths first.
  const jar = new Map<string, { path: string; pair: string }>();
  for (let study = 1; study <= 200; study += 1) {
    for (const cookie of studyCookies(
      { studyUid: `1.2.${study}`, token: `token-of-the-study-number-${study}` },
      { secure: false, listed: true },
    )) {
      const [pair = '', path = ''] = cookie.split('; ');
      jar.set(`${pair.split('=')[0]} ${path}`, { path: path.slice('Path='.length), pair });
    }
  }
  const sentTo = (url: string) =>
    [...jar.values()]
      .filter(({ path }) => url === path || url.startsWith(`${path}/`))
      .sort((a, b) => b.path.length - a.path.length)
      .map(({ pair }) => pair)
      .join('; ');
  for (const study of [1, 200]) {
    const header = sentTo(`/dicom-web/studies/1.2.${study}/metadata`);
    expect(studyTokens(header)[0]).toBe(`token-of-the-study-number-${study}`);
    expect(header.length).toBeLessThan(1_000);
  }
  expect(studyTokens(sentTo('/dicom-web/studies'))).toContain('token-of-the-study-number-200');
});
