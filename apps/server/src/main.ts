import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { secondMs } from '@konsil/server-platform/clock';
import { seedDemo } from '@konsil/server-demo/demo';
import { demoAccounts } from '@konsil/server-demo/accounts';
import { BadSettings, readEnv, type Env } from '@konsil/server-settings/env';
import { openDatabase } from './database.ts';
import { onParentExit } from './hosting/parent.ts';
import { openOps, OpsSite } from './ops/ops-site.ts';
import { openSites } from './hosting/sites.ts';
import { Identity, quietNotice } from '@konsil/server-storage/identity';
import { loadMasterKeys } from '@konsil/server-platform/keys/keys';
import { Vault } from '@konsil/server-platform/keys/vault';
import { startTracing } from '@konsil/server-platform/tracing/start-tracing';
import { release } from './release.ts';
import { startupOutput } from './speaker.ts';
import { firstLine, whenReachable } from './waiting.ts';

const longestStopMs = 30_000;
/** The built portals are beside the built server. */
const builtApps = fileURLToPath(new URL('..', import.meta.url));

// The reader of our output may exit first.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const { say, complain } = startupOutput();

const noScanner = 'No virus scanner is set (CLAMD_URL): uploads are checked for what they are, not for malware.';

/** Prints the URLs and, in a demo, the accounts. */
const announce = (env: Env, { quiet, id }: Identity): void => {
  if (!env.serves) say('Konsil works: this process serves no pages and no API.');
  else if (!process.stdout.isTTY) {
    say('Konsil is ready.', { origins: env.origins, ...(env.demo && { demo: demoAccounts }) });
    if (!env.CLAMD_URL) say(noScanner);
  } else {
    // If the portals serve the API, its documentation is only on the API's own port.
    const docs = env.origins.api === env.origins.patient ? `http://localhost:${env.API_PORT}` : '';
    const lines = [
      'Konsil is ready.',
      `  Patient portal   ${env.origins.patient}`,
      `  Doctor portal    ${env.origins.doctor}`,
      `  API              ${env.origins.api}${env.apiDocs ? ` (calls: ${docs}/docs)` : ''}`,
      `  Imaging viewer   ${env.origins.viewer}`,
      ...(env.origins.operator ? [`  Console          ${env.origins.operator}`] : []),
      ...(env.devOutbox ? [`  E-mails and SMS  ${env.origins.api}/dev/outbox`] : []),
      ...(env.demo
        ? [
            `  Demo accounts, all with the password ${demoAccounts.password}:`,
            `    ${demoAccounts.patients.join('   ')}`,
            `    ${demoAccounts.doctors.join('    ')}`,
            `    ${demoAccounts.operators.join('  ')} (console)`,
          ]
        : []),
      ...(env.CLAMD_URL ? [] : [`  ${noScanner}`]),
    ];
    say(lines.join('\n'));
  }
  if (!env.works) say('This process only serves: another one must work (KONSIL_ROLE).');
  if (quiet) say(quietNotice(id, quiet.reason));
};

const start = async (): Promise<void> => {
  const env = readEnv();
  const undo: (() => Promise<void>)[] = [];
  const ops = new OpsSite();
  let isServing = false;
  let stopping = false;
  const stop = async (exitCode: number, why?: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    // Logs the reason of the shutdown.
    if (why) say(`Konsil stops: ${why}.`);
    ops.stops();
    const drainMs = isServing && exitCode === 0 ? env.DRAIN_SECONDS * secondMs : 0;
    setTimeout(() => process.exit(exitCode || 1), drainMs + longestStopMs).unref();
    // Lets the load balancer notice before the ports close.
    if (drainMs > 0) await pause(drainMs);
    for (const step of undo.reverse()) await step().catch((error: unknown) => complain(firstLine(error)));
    process.exit(exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0, signal));
  onParentExit(() => void stop(0, 'what started it is gone'));
  try {
    undo.push(await openOps(env, ops));
    undo.push(await startTracing(env, release.version));
    const database = await openDatabase(env, { max: env.DATABASE_POOL, log: say });
    undo.push(database.close);
    const { connection } = database;
    const parts = await whenReachable(async () => {
      await database.prepare(say);
      // Before a secret is generated in a foreign data folder.
      const identity = await Identity.open({ db: connection.db, env });
      return { identity, vault: await Vault.open(connection.db, () => loadMasterKeys(env)) };
    }, say);
    const app = await buildApp({ ...parts, connection });
    undo.push(() => app.close());
    if (env.demo && (await seedDemo(app.kernel))) say('The demo was prepared.');
    await openSites(app, env, { builtApps, isQuiet: () => app.kernel.identity.isQuiet });
    ops.serves(app);
    isServing = true;
    announce(env, parts.identity);
  } catch (error) {
    complain(firstLine(error));
    await stop(1);
  }
};

start().catch((error: unknown) => {
  for (const line of error instanceof BadSettings ? error.lines : [firstLine(error)]) complain(line);
  process.exit(1);
});
