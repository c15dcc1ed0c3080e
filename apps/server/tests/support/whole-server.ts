import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { ConnectionConfig } from 'pg';
import { SMTPServer } from 'smtp-server';
import { freePort } from '@konsil/server-testing/free-port';
import { waitUntil } from '@konsil/server-testing/until';
import type { SentLetter } from './app.ts';
import type { TestDatabase } from './database.ts';

const root = resolve(__dirname, '../../../..');

/** Bundles the server as `npm start` does, into a folder beside the packages that it imports. */
const buildServer = async (): Promise<string> => {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'whole-server-'));
  const script = `import { build } from 'esbuild';
    import { serverBundle, writeBundle } from './tools/server-bundle.mjs';
    writeBundle(process.argv[1], (await build(serverBundle(process.argv[1]))).outputFiles);`;
  execFileSync(process.execPath, ['--input-type=module', '-e', script, folder], { cwd: root, stdio: 'inherit' });
  return folder;
};

const urlOf = ({ host = '', port, user, database }: ConnectionConfig): string =>
  `postgres://${user}@${host.startsWith('/') ? encodeURIComponent(host) : host}:${port}/${database}`;

/** Quoted-printable (RFC 2045). */
const plainText = (letter: string): string =>
  letter
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Takes every e-mail and SMS. */
const postOffice = async () => {
  const letters: SentLetter[] = [];
  const take = (channel: SentLetter['channel'], to: string, text: string) =>
    letters.unshift({ channel, to, text, subject: '', created_at: '' });
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      let text = '';
      stream
        .on('data', (piece: Buffer) => {
          text += piece.toString();
        })
        .on('end', () => {
          take('email', envelope.rcptTo[0]?.address ?? '', plainText(text));
          done(null);
        });
    },
  });
  const sms = createServer((request, response) => {
    let body = '';
    request
      .on('data', (piece: Buffer) => {
        body += piece.toString();
      })
      .on('end', () => {
        const { to, text } = JSON.parse(body) as { to: string; text: string };
        take('sms', to, text);
        response.end('ok');
      });
  });
  await Promise.all([
    new Promise<void>((open) => mail.listen(0, '127.0.0.1', open)),
    new Promise<void>((open) => sms.listen(0, '127.0.0.1', open)),
  ]);
  return {
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${(mail.server.address() as AddressInfo).port}`,
      SMS_GATEWAY_URL: `http://127.0.0.1:${(sms.address() as AddressInfo).port}/`,
      SMS_GATEWAY_BODY: '{"to":"{{to}}","text":"{{text}}"}',
      SMS_GATEWAY_OK: 'ok',
    },
    /** The e-mails to an address, as soon as there is one. */
    outbox: async (to?: string) => {
      await waitUntil(() => letters.some((letter) => letter.to === to));
      return letters.filter((letter) => letter.to === to);
    },
    close: () =>
      Promise.all([new Promise<void>((closed) => mail.close(closed)), new Promise((closed) => sms.close(closed))]),
  };
};

export interface WholeServer {
  /** Answers `inject` by HTTP. */
  app: FastifyInstance;
  outbox: (to?: string) => Promise<SentLetter[]>;
  origin: string;
  env: Record<string, string>;
  /** The output of the server so far. */
  said: () => string;
  /** Ends it as systemd does. @returns its exit code */
  stop: () => Promise<number | null>;
}

/** The real server process, built from the source, with the settings of docs/deployment.md for PgBouncer. */
export const startWholeServer = async (database: TestDatabase): Promise<WholeServer> => {
  const folder = await buildServer();
  const dataDir = await mkdtemp(join(tmpdir(), 'konsil-whole-'));
  const post = await postOffice();
  const port = await freePort();
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    KONSIL_DATA_DIR: dataDir,
    KONSIL_LIMITS_FACTOR: '10000',
    SEND_UNDO_SECONDS: '0',
    SERVE_PORTALS: '0',
    API_PORT: String(port),
    DATABASE_URL: urlOf(database.login),
    ...(database.login.direct ? { DATABASE_DIRECT_URL: urlOf(database.login.direct) } : {}),
    MIGRATION_DATABASE_URL: urlOf(database.connection),
    ...post.settings,
  };
  const child = spawn(process.execPath, [join(folder, 'main.mjs')], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
  await waitUntil(() => said.includes('Konsil is ready') || child.exitCode !== null);
  if (child.exitCode !== null) throw new Error(said);
  const origin = `http://localhost:${port}`;
  const inject = async ({ method = 'GET', url, payload, headers = {} }: InjectOptions) => {
    const isRaw = payload === undefined || Buffer.isBuffer(payload);
    const answer = await fetch(`${origin}${String(url)}`, {
      method,
      headers: { ...(isRaw ? {} : { 'content-type': 'application/json' }), ...(headers as Record<string, string>) },
      ...(payload === undefined ? {} : { body: isRaw ? new Uint8Array(payload) : JSON.stringify(payload) }),
    });
    const body = await answer.text();
    return { statusCode: answer.status, body, json: () => JSON.parse(body) as unknown };
  };
  return {
    app: { inject } as unknown as FastifyInstance,
    outbox: post.outbox,
    origin,
    env,
    said: () => said,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await ended;
      await post.close();
      for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true });
      return code;
    },
  };
};
