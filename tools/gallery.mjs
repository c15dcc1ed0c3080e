// npm run gallery -- <folder> [--only part of a title] [--language de] [--device phone] [--pages 3] Opens every screen
// of the portals, the console and the viewer, in both languages, on phones and desktops, in light and dark mode, saves screenshots
// in the folder, and fails on detectable faults: see gallery/inspect.mjs and gallery/keyboard.mjs.
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { quiet } from './bench/browser.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { createCases } from './gallery/cases.mjs';
import { startInstallation } from './gallery/installation.mjs';
import { createPeople } from './gallery/people.mjs';
import { allPatterns } from './gallery/routes.mjs';
import { allScreens } from './gallery/screens.mjs';
import { devices, visit } from './gallery/visit.mjs';
import { formatTags, locales } from './locales.mjs';
import { ensureDependencies, exitWith, root, step } from './setup.mjs';

const {
  values: options,
  positionals: [given],
} = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    language: { type: 'string' },
    device: { type: 'string' },
    pages: { type: 'string', default: '3' },
  },
});
const folder = resolve(process.env.INIT_CWD ?? '.', given ?? exitWith('npm run gallery -- <folder>'));
if (!relative(root, folder).startsWith('..'))
  exitWith('The pictures show people: choose a folder outside the repository.');
const choices = /** @type {const} */ ([
  ['language', locales],
  ['device', Object.keys(devices)],
]);
for (const [name, known] of choices)
  if (options[name] !== undefined && !(/** @type {readonly string[]} */ (known).includes(options[name])))
    exitWith(`--${name} is one of: ${known.join(', ')}`);
mkdirSync(folder, { recursive: true });

await ensureDependencies();
await ensureBuilt();
const { chromium } = createRequire(import.meta.url)('@playwright/test');
const executablePath = await ensureChromium();
let installation;
let browser;
const close = () => Promise.all([browser?.close(), installation?.stop()]);
/** The reason why the run was aborted; page errors after that are ignored. */
let endedBy;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    endedBy ??= signal;
    void close();
  });
}
const endIfTold = () => endedBy && process.exit(128 + constants.signals[endedBy]);
installation = await step('Starting an installation with the demo', startInstallation);
if (endedBy) await close();
endIfTold();
browser = await chromium.launch({ executablePath, handleSIGINT: false, handleSIGTERM: false, args: quiet });
const begun = Date.now();
let pictured = 0;
let faulty = 0;

const addressOf = async ({ portal, path, images, as }, { cases, people, language }) => {
  if (!images) return installation.origins[portal] + path;
  const { url } = await people[as].post(`/api/documents/${cases.patient.scan}/viewer`);
  return `${url}&lang=${language}`;
};

const visitAll = async (screens, { cases, people, language }) => {
  const waiting = screens.flatMap((screen) =>
    Object.keys(devices)
      .filter((device) => (options.device ?? device) === device)
      .map((device) => ({ screen, device })),
  );
  const worker = async () => {
    const contexts = new Map();
    for (let job = waiting.shift(); job && browser.isConnected(); job = waiting.shift()) {
      const { screen, device } = job;
      const who = `${screen.as} ${device} ${screen.grants ?? ''}`;
      if (!contexts.has(who)) {
        const context = await browser.newContext({
          locale: formatTags[language],
          timezoneId: 'Europe/Berlin',
          hasTouch: devices[device].hasTouch,
          reducedMotion: 'reduce',
        });
        if (screen.grants) await context.grantPermissions(screen.grants);
        // The headless browser reports 'denied' here whatever is granted, and shows no notifications.
        if (screen.grants?.includes('notifications'))
          await context.addInitScript(() => {
            if ('Notification' in globalThis)
              Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'granted' });
          });
        if (screen.as) await context.addCookies(await people[screen.as].cookies());
        contexts.set(who, context);
      }
      const address = await addressOf(screen, { cases, people, language });
      const findings = await visit({
        context: contexts.get(who),
        screen,
        language,
        device,
        address,
        folder,
        fully: language === locales[0] && !screen.api,
      });
      if (endedBy) return;
      pictured += 1;
      if (findings.length === 0) continue;
      faulty += 1;
      console.error(
        `✖ ${screen.title} (${language}, ${device})\n${findings.map((finding) => `    ${finding}`).join('\n')}`,
      );
    }
    await Promise.all([...contexts.values()].map((context) => context.close()));
  };
  await Promise.all(Array.from({ length: Number(options.pages) }, worker));
};

try {
  const people = await step('Gathering people and cases', () => createPeople(installation));
  const cases = await createCases(people);
  const screens = allScreens(await allPatterns(), cases).filter(({ title }) =>
    options.only.split(',').some((part) => title.includes(part)),
  );
  if (screens.length === 0) throw new Error(`No screen has “${options.only}” in its title.`);
  for (const language of locales.filter((one) => (options.language ?? one) === one)) {
    // Once signed in, the account's language applies.
    for (const person of [
      people.patient,
      people.patient2,
      people.doctor,
      people.doctor2,
      people.operator,
      people.emptyPatient,
      people.emptyDoctor,
    ])
      await person.call('PUT', '/account/settings', { data: { locale: language } });
    await visitAll(screens, { cases, people, language });
  }
} catch (error) {
  if (!endedBy) throw error;
} finally {
  await close();
}
endIfTold();
console.log(
  `${pictured} visits, ${faulty} with findings, ${((Date.now() - begun) / 1000).toFixed(0)} s, pictures in ${folder}`,
);
process.exit(faulty > 0 || pictured === 0 ? 1 : 0);
