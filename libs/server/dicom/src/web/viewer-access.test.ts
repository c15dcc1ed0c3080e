import Fastify, { type FastifyInstance } from 'fastify';
import { serveDicomWeb } from './dicomweb.routes.ts';
import { fixture } from '../testing/fixtures.ts';
import { FixtureStudies } from '../testing/fixture-studies.ts';
import { openingOf, studyCookies, studyTokens } from './study-cookies.ts';
import { carriesTicket, serveViewerAccess, viewerLink } from './viewer-access.ts';

/** A cookie jar (RFC 6265): one cookie per name and path, longest paths first. */
class Browser {
  private readonly jar = new Map<string, { path: string; pair: string }>();
  constructor(private readonly app?: FastifyInstance) {}

  keep(cookies: string | string[] | undefined): void {
    for (const cookie of [cookies ?? []].flat()) {
      const [pair = '', path = ''] = cookie.split('; ');
      this.jar.set(`${pair.split('=')[0]} ${path}`, { path: path.slice('Path='.length), pair });
    }
  }
  sentTo(url: string): string {
    return [...this.jar.values()]
      .filter(({ path }) => url === path || url.startsWith(`${path}/`))
      .sort((a, b) => b.path.length - a.path.length)
      .map(({ pair }) => pair)
      .join('; ');
  }
  get(url: string) {
    return (this.app as FastifyInstance).inject({ url, headers: { cookie: this.sentTo(url) } });
  }
  status = async (url: string): Promise<number> => (await this.get(url)).statusCode;

  /** Follows a link. @returns the URL of the study that our page uses */
  async open(link: string): Promise<string> {
    const answer = await this.get(link);
    this.keep(answer.headers['set-cookie']);
    const page = new URL(String(answer.headers.location), 'https://viewer.example').searchParams;
    return `/dicom-web/openings/${page.get('opening')}/studies/${page.get('StudyInstanceUIDs')}`;
  }
  /** The document that a frame of the study is read from. */
  async documentIn(study: string, { read }: FixtureStudies): Promise<string | undefined> {
    const [image] = (await this.get(`${study}/metadata`)).json<Record<string, { Value: string[] }>[]>();
    read.clear();
    await this.get(
      `${study}/series/${image?.['0020000E']?.Value[0]}/instances/${image?.['00080018']?.Value[0]}/frames/1`,
    );
    return [...read.keys()][0];
  }
}

const ticket = 'a-ticket-that-nobody-can-guess';

describe('The "open images" link', () => {
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

  test('redirects to the page without the ticket, with a cookie hidden from scripts', async () => {
    await start();
    const answer = await app.inject(linkPath());
    expect(answer.statusCode).toBe(303);
    const opening = openingOf(`session-of-${ticket}`);
    expect(answer.headers.location).toBe(`/viewer?StudyInstanceUIDs=${studyUid}&opening=${opening}&lang=de`);
    expect(String(answer.headers['set-cookie'])).toBe(
      `konsil_study_${opening}=session-of-${ticket}; Path=/dicom-web/openings/${opening}; HttpOnly; SameSite=Strict`,
    );
    expect(
      (
        await app.inject({
          url: `/dicom-web/openings/${opening}/studies/${studyUid}/metadata`,
          headers: { cookie: cookieFrom(answer) },
        })
      ).statusCode,
    ).toBe(200);
  });

  test('works once', async () => {
    await start();
    await app.inject(linkPath());
    const again = await app.inject(linkPath());
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(again.headers.location).toBe(`/viewer?StudyInstanceUIDs=${studyUid}&lang=de`);
  });

  test('keeps the cookies of two studies side by side', async () => {
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

  test('of another person, for a study with the same UID, does not affect the opened one', async () => {
    await start();
    const browser = new Browser(app);
    const mine = await browser.open(linkPath());
    await studies.add('stranger', fixture('CT_small.dcm'));
    const theirs = 'the-ticket-that-a-stranger-sends-in-a-link';
    studies.only('stranger', studyUid);
    studies.ticketFor(theirs, { studyUid, documentId: 'stranger', whose: 'a stranger' });
    const foreign = await browser.open(viewerLink('', { studyUid, ticket: theirs, language: 'de' }));
    expect(foreign).not.toBe(mine);
    expect([await browser.documentIn(mine, studies), await browser.documentIn(foreign, studies)]).toEqual([
      'a',
      'stranger',
    ]);
    // Only the browser that had access learns why it ended.
    studies.revoke(`session-of-${ticket}`);
    expect((await browser.get(`${mine}/access`)).headers['x-closed']).toBe('signed_out');
    expect((await app.inject(`${mine}/access`)).headers['x-closed']).toBeUndefined();
    // An opening's token is invalid at another opening's URL.
    expect(
      (
        await app.inject({
          url: `${mine}/metadata`,
          headers: { cookie: `konsil_study_x=session-of-${theirs}` },
        })
      ).statusCode,
    ).toBe(404);
  });

  test('of another person, in another viewer, hides both studies with one UID', async () => {
    await start('https://pacs.example/ohif/viewer?StudyInstanceUIDs={study}');
    const browser = new Browser(app);
    await browser.open(linkPath());
    const study = `/dicom-web/studies/${studyUid}`;
    expect(await browser.status(`${study}/metadata`)).toBe(200);
    const own = 'the-same-reader-opens-the-study-once-more';
    studies.ticketFor(own, { studyUid, documentId: 'a' });
    await browser.open(viewerLink('', { studyUid, ticket: own, language: 'de' }));
    expect(await browser.status(`${study}/metadata`)).toBe(200);
    const theirs = 'the-ticket-that-a-stranger-sends-in-a-link';
    studies.ticketFor(theirs, { studyUid, documentId: 'a', whose: 'a stranger' });
    await browser.open(viewerLink('', { studyUid, ticket: theirs, language: 'de' }));
    expect(await browser.status(`${study}/metadata`)).toBe(404);
    expect(await browser.status(`${study}/access`)).toBe(404);
    studies.revoke(`session-of-${theirs}`);
    expect(await browser.status(`${study}/metadata`)).toBe(200);
  });

  test('redirects to the configured page, and only with a valid ticket', async () => {
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

  test('without a ticket is not handled by the server', async () => {
    await start();
    expect((await app.inject('/viewer?StudyInstanceUIDs=1.2.3')).statusCode).toBe(404);
    expect(carriesTicket('/viewer?StudyInstanceUIDs=1.2.3')).toBe(false);
    expect(carriesTicket(linkPath())).toBe(true);
  });
});

test('sets a Secure cookie on an https page', () => {
  const opened = { studyUid: '1.2.3', whose: 'reader and case', token: 'a-token' };
  expect(studyCookies(opened, { secure: true, otherViewer: true }).join()).toMatch(/; Secure,.*; Secure$/);
  expect(studyCookies(opened, { secure: true, otherViewer: false }).join()).toMatch(/; Secure$/);
  expect(studyCookies(opened, { secure: false, otherViewer: true }).join()).not.toContain('Secure');
});

test('200 opened studies neither grow requests nor evict the first cookie', () => {
  const [ours, other] = [new Browser(), new Browser()];
  const openings = Array.from({ length: 200 }, (_, index) => ({
    studyUid: `1.2.${index + 1}`,
    whose: 'reader and case',
    token: `token-of-the-study-number-${index + 1}`,
  }));
  for (const opened of openings) {
    ours.keep(studyCookies(opened, { secure: false, otherViewer: false }));
    other.keep(studyCookies(opened, { secure: false, otherViewer: true }));
  }
  for (const { studyUid, token } of [openings[0], openings[199]] as typeof openings) {
    const headers = [
      ours.sentTo(`/dicom-web/openings/${openingOf(token)}/studies/${studyUid}/metadata`),
      other.sentTo(`/dicom-web/studies/${studyUid}/metadata`),
    ];
    for (const header of headers) {
      expect(studyTokens(header)[0]).toBe(token);
      expect(header.length).toBeLessThan(1_000);
    }
  }
  expect(studyTokens(other.sentTo('/dicom-web/studies'))).toContain('token-of-the-study-number-200');
});
