import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@konsil/server-testing/free-port';

const program = '/usr/sbin/Orthanc';
const plugin = '/usr/share/orthanc/plugins/libOrthancDicomWeb.so';
const [name, password] = ['reader', 'geheim&'];

/** True if Debian's packages `orthanc` and `orthanc-dicomweb` are installed. */
export const hasOrthanc = existsSync(program) && existsSync(plugin);

export interface Orthanc {
  /** The DICOMweb root of the archive with credentials, as in `DICOMWEB_URL`. */
  url: string;
  add(file: Buffer): Promise<void>;
  /** Sends all its studies to a DICOMweb root, as docs/hospitals.md does; returns the job's outcome. */
  send(url: string, authorization: string): Promise<{ status: number; text: string }>;
  stop(): Promise<void>;
}

/** A real third-party archive, empty, with a password. */
export async function startOrthanc(): Promise<Orthanc> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'konsil-orthanc-')), await freePort()];
  await writeFile(
    join(folder, 'orthanc.json'),
    JSON.stringify({
      StorageDirectory: join(folder, 'db'),
      IndexDirectory: join(folder, 'db'),
      HttpPort: port,
      DicomServerEnabled: false,
      RemoteAccessAllowed: false,
      AuthenticationEnabled: true,
      RegisteredUsers: { [name]: password },
      Plugins: [plugin],
      DicomWeb: { Enable: true, Root: '/dicom-web/' },
    }),
  );
  const child = spawn(program, [join(folder, 'orthanc.json')], { stdio: 'ignore' });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const root = `http://127.0.0.1:${port}`;
  const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
  const ask = (path: string, init?: RequestInit) => fetch(root + path, { ...init, headers: { authorization } });
  while (
    !(await ask('/system').then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(50);
  return {
    url: `http://${name}:${encodeURIComponent(password)}@127.0.0.1:${port}/dicom-web`,
    async add(file) {
      const answer = await ask('/instances', { method: 'POST', body: new Uint8Array(file) });
      if (!answer.ok) throw new Error(`Orthanc answered ${answer.status}.`);
    },
    async send(target, bearer) {
      const json = (path: string, method: string, body: object) => ask(path, { method, body: JSON.stringify(body) });
      const known = await json('/dicom-web/servers/konsil', 'PUT', {
        Url: target,
        HttpHeaders: { Authorization: bearer },
      });
      if (!known.ok) throw new Error(`Orthanc answered ${known.status}.`);
      const studies = (await (await ask('/studies')).json()) as string[];
      const answer = await json('/dicom-web/servers/konsil/stow', 'POST', { Resources: studies, Synchronous: true });
      return { status: answer.status, text: await answer.text() };
    },
    async stop() {
      child.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
