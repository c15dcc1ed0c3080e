// Opens every story of the built Storybook as a phone of 320 px would, light in German and dark in English:
// fails on an error, on anything axe finds, and on a page that scrolls sideways. `node tools/check-stories.mjs [part of an id]`
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { env, root } from './setup.mjs';

const built = join(root, 'dist/storybook/ui');
const wanted = process.argv[2] ?? '';
const require = createRequire(import.meta.url);
const { chromium } = require('@playwright/test');
const { AxeBuilder } = require('@axe-core/playwright');

const looks = [
  { colorScheme: 'light', language: 'de' },
  { colorScheme: 'dark', language: 'en' },
];
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
// A story is a part of a page: these belong to the page around it, and are checked there.
const ofWholePages = ['region', 'page-has-heading-one', 'landmark-one-main', 'bypass'];
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };

function buildStorybook() {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/nx/dist/bin/nx.js', 'build-storybook', 'ui'], { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Storybook could not be built\n${stdout}\n${stderr}`);
}

function serve() {
  const server = createServer(async ({ url }, answer) => {
    const path = normalize(new URL(url, 'http://localhost').pathname);
    try {
      const bytes = await readFile(join(built, path));
      answer.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream', 'cache-control': 'max-age=3600' }).end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(server)));
}

async function findingsOf(page, address) {
  const errors = [];
  const listen = (error) => errors.push(`error: ${error.message.split('\n')[0]}`);
  page.on('pageerror', listen);
  await page.goto(address);
  const phase = await page
    .waitForFunction(() => {
      const now = globalThis.__STORYBOOK_PREVIEW__?.currentRender?.phase;
      return ['completed', 'finished', 'errored', 'aborted'].includes(now) && now;
    })
    .then((handle) => handle.jsonValue());
  if (!['completed', 'finished'].includes(phase)) errors.push(`the story ${phase}`);
  // What fades in has no contrast yet.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  const { violations } = await new AxeBuilder({ page }).withTags(tags).disableRules(ofWholePages).analyze();
  for (const { id, nodes } of violations) for (const node of nodes) errors.push(`${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? node.all[0]?.message ?? ''}`);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (beyond > 0) errors.push(`scrolls sideways by ${beyond} px`);
  page.off('pageerror', listen);
  return errors;
}

async function main() {
  buildStorybook();
  const executablePath = await ensureChromium();
  const { entries } = JSON.parse(await readFile(join(built, 'index.json'), 'utf8'));
  const stories = Object.values(entries).filter(({ type, id }) => type === 'story' && id.includes(wanted));
  const server = await serve();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
  let passed = 0;
  let failed = 0;

  const visitAll = async ({ colorScheme, language }) => {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const { id } of stories) {
      const address = `http://127.0.0.1:${server.address().port}/iframe.html?viewMode=story&id=${id}&globals=language:${language}`;
      const findings = await findingsOf(page, address).catch((error) => [error.message]);
      if (findings.length === 0) passed += 1;
      else {
        failed += 1;
        console.error(`✖ ${id} (${colorScheme}, ${language})\n${findings.map((finding) => `    ${finding}`).join('\n')}`);
      }
    }
  };
  await Promise.all(looks.map(visitAll));

  await browser.close();
  server.close();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

await main();
