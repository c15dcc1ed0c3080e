// Opens every story of the built Storybook at 320 px, in light mode in German and in dark mode in English: fails on an
// error, an axe violation (by the rules of the accessibility panel), or horizontal scrolling. `npx nx run
// ui:check-stories`, or for some built stories `node tools/check-stories.mjs [part of an id]`
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { root } from './setup.mjs';

const { chromium } = createRequire(import.meta.url)('@playwright/test');
const built = join(root, 'dist/storybook/ui');
const wanted = process.argv[2] ?? '';
const looks = [
  { colorScheme: 'light', language: 'de' },
  { colorScheme: 'dark', language: 'en' },
];
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

function serve() {
  const server = createServer(async ({ url }, answer) => {
    const path = normalize(new URL(url, 'http://localhost').pathname);
    try {
      const bytes = await readFile(join(built, path));
      answer.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(server)));
}

/** Runs in the page: renders a story completely and returns its faults. */
const findingsOf = (storyId) => {
  const channel = globalThis.__STORYBOOK_ADDONS_CHANNEL__;
  const shown = globalThis.__STORYBOOK_PREVIEW__.selectionStore.selection?.storyId;
  return new Promise((resolve) => {
    const failed = (error) => resolve([error?.message ?? error?.description ?? 'the story failed']);
    for (const event of [
      'storyErrored',
      'storyThrewException',
      'playFunctionThrewException',
      'unhandledErrorsWhilePlaying',
      'storyMissing',
    ])
      channel.once(event, failed);
    channel.once('storyFinished', ({ reporters }) => {
      const { result } = reporters.find(({ type }) => type === 'a11y') ?? {};
      if (!result?.violations) return resolve([`axe did not run ${result?.error ?? ''}`]);
      const beyond = document.documentElement.scrollWidth - document.documentElement.clientWidth;
      resolve([
        ...result.violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, any, all }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? all[0]?.message ?? ''}`),
        ),
        ...(beyond > 0 ? [`scrolls sideways by ${beyond} px`] : []),
      ]);
    });
    channel.emit(shown === storyId ? 'forceRemount' : 'setCurrentStory', { storyId, viewMode: 'story' });
  });
};

/** Opens all stories in one theme, one after another in one page. */
async function visitAll(browser, address, stories, { colorScheme, language }) {
  const context = await browser.newContext({
    viewport: { width: 320, height: 640 },
    colorScheme,
    reducedMotion: 'reduce',
  });
  // Long timeout for slow machines.
  context.setDefaultTimeout(180_000);
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', ({ message }) => errors.push(`error: ${message.split('\n')[0]}`));
  await page.goto(`${address}/iframe.html?viewMode=story&id=${stories[0].id}&globals=language:${language}`);
  await page.waitForFunction(() => globalThis.__STORYBOOK_PREVIEW__?.currentRender?.phase === 'finished');
  const outcomes = [];
  for (const { id } of stories) {
    const findings = [...(await page.evaluate(findingsOf, id)), ...errors.splice(0)];
    const name = `${id} (${colorScheme}, ${language})`;
    if (findings.length > 0) console.error(`✖ ${name}\n${findings.map((finding) => `    ${finding}`).join('\n')}`);
    outcomes.push({ name, passed: findings.length === 0, why: findings.join('\n') });
  }
  await context.close();
  return outcomes;
}

const { entries } = JSON.parse(await readFile(join(built, 'index.json'), 'utf8'));
const stories = Object.values(entries).filter(({ type, id }) => type === 'story' && id.includes(wanted));
const server = await serve();
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const address = `http://127.0.0.1:${server.address().port}`;
const outcomes = (await Promise.all(looks.map((look) => visitAll(browser, address, stories, look)))).flat();
await browser.close();
server.close();

await mkdir(join(root, 'dist/test-results'), { recursive: true });
await writeFile(join(root, 'dist/test-results/stories.json'), JSON.stringify(outcomes));
const failed = outcomes.filter(({ passed }) => !passed).length;
console.log(`${outcomes.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 || outcomes.length === 0 ? 1 : 0;
