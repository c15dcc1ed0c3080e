// Hands a case over from one built installation to another, each with its own database, keys and ports, as two people
// would (docs/decisions/exchange.md). The receiving one is killed while it takes the archive over.
// The portals must be built (npm run build).
// node tools/bench/two-installations.mjs [--kills 6]
import { createHash, generateKeyPairSync, randomBytes, randomInt, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { buildServer, makeFolder, removeFolder, spawnServer } from './server.mjs';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '6' } } });
const root = resolve(import.meta.dirname, '../..');
const password = 'Sechs-Zitronen-7';
const pieceBytes = 8 * 1024 * 1024;

const faults = [];
const expect = (what, holds) => {
  if (!holds) faults.push(what);
};
/** Signals progress to the smoke run. */
const progress = (what) => console.error(`· ${what}`);
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** A built server in a folder of its own, which can be killed and started again. */
const installation = (folder, firstPort, settings) => {
  let server;
  const start = async () => {
    server = spawnServer(folder, settings, { root, firstPort });
    await new Promise((ready, failed) => {
      server.stdout.on('data', (text) => {
        if (!String(text).includes('Konsil is ready')) return;
        progress(`the server at ${firstPort} is ready`);
        ready(undefined);
      });
      server.once('exit', (code) => failed(new Error(`The server at ${firstPort} ended with ${code}.`)));
    });
  };
  const end = async (signal) => {
    // It may have ended by itself, or never begun.
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  return { origin: `http://localhost:${firstPort}`, folder, start, end };
};

/** Calls an installation as a person; an answer with another status than the expected one, or no success, ends the run. */
const as = ({ origin }, session) => {
  const headers = session ? { authorization: `Token ${session.token}`, 'x-csrftoken': session.csrf } : {};
  const send = (method, path, body) =>
    fetch(origin + path, {
      method,
      headers:
        body === undefined || body instanceof FormData ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  const json = async (method, path, body, status) => {
    // A busy machine may ask to come again.
    for (let tries = 0; ; tries += 1) {
      const answer = await send(method, path, body);
      if (answer.status === 503 && tries < 300) await wait(1000);
      else if (status ? answer.status === status : answer.ok) {
        progress(`${method} ${path.split('?')[0].replace(/[\da-f]{8}-[\da-f-]+/g, '…')}`);
        return answer.json();
      } else throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    }
  };
  return {
    get: (path) => json('GET', path),
    post: (path, body, status) => json('POST', path, body, status),
    form: async (path, bytes, name) => {
      const form = new FormData();
      form.append('File', new Blob([bytes]), name);
      return json('POST', path, form);
    },
    file: async (location) => {
      const { pathname } = new URL(location);
      return Buffer.from(await (await fetch(origin + pathname)).arrayBuffer());
    },
  };
};

const letterTo = async (house, to) => {
  const letters = await as(house).get('/dev/outbox.json');
  return letters.find((letter) => letter.to === to)?.text ?? '';
};
const sessionOf = ({ CSRF_Token: csrf, Authorization: token }) => ({ csrf, token });

/** A new account with a verified number, as the form of the portal makes it. */
const signUp = async (house) => {
  const email = `miriam.${randomInt(1e9)}@example.org`;
  const phone = `+49151${randomInt(1e7, 1e8)}`;
  await as(house).post('/account/api/signup', { email, password, confirm_password: password, consent: true });
  const [, token] = /token=([\w-]+)/.exec(await letterTo(house, email)) ?? [];
  await as(house).post('/account/confirm', { token });
  const first = sessionOf(await as(house).post('/account/api/login', { email, password }));
  const person = { first_name: 'Miriam', last_name: 'Adler', gender: 'F', date_of_birth: '1979-03-14' };
  const address = { street: 'Lindenallee', house_number: '18', zipcode: '50968', city: 'Köln', Handynummer: phone };
  await as(house, first).post('/account/userdata/post', { ...person, ...address });
  const [code] = /\d{6}/.exec(await letterTo(house, phone)) ?? [];
  const session = sessionOf(await as(house, first).post('/account/otp', { code }));
  const { items } = await as(house, session).get('/api/patientsoverview');
  return { ...session, patientId: items.find(({ relationship }) => relationship === 'self').id };
};

/** The head of a person's access log after each record, calculated here. */
const headsOf = async (house, person) => {
  const heads = new Map();
  let head = { seq: 0, hash: '' };
  for (let more = true; more; ) {
    const page = await as(house, person).get(`/api/audit/${person.patientId}/chain?after=${head.seq}`);
    for (const { seq, at, actor, role, action, result, case_id, document_id, rest } of page.items) {
      const line = JSON.stringify([seq, at, actor, role, action, result, case_id, document_id, rest]);
      head = { seq, hash: sha256(`${head.hash}\n${line}`) };
      heads.set(seq, `${seq} ${head.hash.slice(0, 32).match(/.{4}/g).join(' ')}`);
    }
    more = page.more && page.items.length > 0;
  }
  return heads;
};
const detailsOf = async ({ folder }, person, action) => {
  const client = new pg.Client({ host: join(folder, 'postgres/run'), user: 'konsil', database: 'konsil' });
  await client.connect();
  const { rows } = await client.query('select detail from audit_records where chain = $1 and action = $2', [
    person.patientId,
    action,
  ]);
  await client.end();
  return rows.map(({ detail }) => JSON.parse(detail ?? '{}'));
};

const signedBy = ({ privateKey, publicKey }, payload) => {
  const { kty, crv, x } = publicKey.export({ format: 'jwk' });
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'EdDSA', typ: payload.format, jwk: { kty, crv, x } })}.${part(payload)}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
};
const payloadOf = (token) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString('utf8'));

/** A case with documents that its doctor has, and its archive. */
const sendCase = async (house) => {
  const patient = await signUp(house);
  const mine = as(house, patient);
  const [doctor] = await mine.get('/api/doctors');
  const questions = ['Muss operiert werden?'];
  const texts = { case_name: 'Schilddrüse', diagnosis: 'Knoten rechts, 23 mm', medical_history: 'Seit März.' };
  const { id } = await mine.post('/api/process', {
    ...texts,
    questions,
    patient: patient.patientId,
    doctor: doctor.id,
  });
  const sums = new Map();
  for (const [name, size] of Object.entries({ 'arztbrief.pdf': 60_000, 'befund.pdf': pieceBytes + 400_000 })) {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(size)]);
    const [{ documentId }] = await mine.form(`/api/individualdocument/post/${id}`, bytes, name);
    const source = { source_kind: 'Hospital', source_name: 'Klinikum Rosenberg', issue_date: '2026-09-14' };
    await mine.post(`/api/metadata/${documentId}`, { ...source, document_medical_kind: "Doctor's letter" });
    sums.set(name, sha256(bytes));
  }
  await mine.post(`/api/buttonaufgabe/patient/${id}`, { consent: true, note: '' });
  // Consent: the owner orders the archive with the password.
  const order = { kind: 'archive', language: 'de', current_password: password };
  let made = await mine.post(`/api/process/${id}/take-away`, order);
  while (made.state === 'making') {
    await wait(200);
    made = await mine.get(`/account/take-away/${made.id}`);
  }
  return { patient, sums, archive: await mine.file(made.Filelocation) };
};

/** How many kills each step gets, and how many of them came before its answer. */
const killsOf = (kills) =>
  Object.fromEntries(
    ['piece', 'check', 'take'].map((step, at) => [step, { left: Math.floor((kills + 2 - at) / 3), made: 0, cut: 0 }]),
  );
const firstReachMs = 60;

/** Sends, checks and takes an archive over; each step may be cut by a kill, and is then begun again as a portal does. */
const takeOver = async (house, person, archive, kills) => {
  const mine = as(house, person);
  const begin = () =>
    mine.post(`/api/patients/${person.patientId}/imports`, { file_name: 'akte.zip', size: archive.length });
  const cut = async (name, step) => {
    const its = kills[name];
    if (its.left === 0) return step();
    its.left -= 1;
    const running = step().then(
      () => true,
      () => false,
    );
    // Each kill of a step may come twice as late as the one before, so that slow machines are cut in the middle, too.
    await Promise.race([running, wait(Math.random() * firstReachMs * 2 ** its.made)]);
    its.made += 1;
    await house.end('SIGKILL');
    if (!(await running)) its.cut += 1;
    await house.start();
    return undefined;
  };
  let begun = await begin();
  const pieces = Math.ceil(archive.length / pieceBytes);
  expect('the archive has only one piece', pieces > 1);
  while (begun.pieces < pieces) {
    const { id, pieces: at } = begun;
    const piece = archive.subarray(at * pieceBytes, (at + 1) * pieceBytes);
    await cut('piece', () => mine.form(`/api/imports/${id}/pieces?position=${at}`, piece, 'piece'));
    begun = await begin();
    expect('an upload that was cut began anew', begun.id === id && begun.pieces >= at);
  }
  const path = `/api/imports/${begun.id}`;
  for (let seen; seen?.state !== 'checked' && seen?.state !== 'taken'; ) {
    await cut('check', () => mine.post(`${path}/check`, {}));
    seen = await mine.get(path);
  }
  for (let seen; seen?.state !== 'taken'; ) {
    await cut('take', () => mine.post(`${path}/take`, { same_person: true }));
    seen = await mine.get(path);
  }
  return mine.get(path);
};

buildServer();
const folders = [makeFolder(), mkdtempSync(join(tmpdir(), 'konsil-bench-'))];
const firstPort = Number(process.env.BENCH_PORT ?? 27_310);
const here = installation(folders[0], firstPort, {});
/** In a smoke run others use it, too. */
const isShared = process.env.BENCH_SERVER !== undefined;
// Without the demo: nobody is there yet.
const there = installation(folders[1], firstPort + 5, { KONSIL_DEMO: '0' });
try {
  await Promise.all([isShared ? undefined : here.start(), there.start()]);
  const { patient, sums, archive } = await sendCase(here);
  const receiver = await signUp(there);
  const kills = killsOf(Number(values.kills));
  const taken = await takeOver(there, receiver, archive, kills);
  const mine = as(there, receiver);

  const { documents } = await mine.get(`/api/imports/${taken.id}/case?place=0`);
  expect('the case has another number of documents', documents.length === sums.size);
  for (const { file_name: name, place } of documents) {
    const { Filelocation } = await mine.get(`/api/imports/${taken.id}/file?place=${place}`);
    expect(`${name} is not what was sent`, sha256(await mine.file(Filelocation)) === sums.get(name));
  }
  const { Filelocation } = await mine.get(`/api/imports/${taken.id}/file?place=archive`);
  expect('the kept archive differs', (await mine.file(Filelocation)).equals(archive));
  expect('it was taken over twice', (await mine.get(`/api/patients/${receiver.patientId}/imports`)).length === 1);

  const { receipt } = await mine.get(`/api/imports/${taken.id}/receipt`);
  const file = (token, status) =>
    as(here, patient).post(`/api/patients/${patient.patientId}/receipts`, { receipt: token }, status);
  const refusedAs = async (token) => (await file(token, 422)).current.refused;
  const payload = payloadOf(receipt);
  const stranger = generateKeyPairSync('ed25519');
  const [, body, mark] = receipt.split('.');
  const { kty, crv, x } = stranger.publicKey.export({ format: 'jwk' });
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', jwk: { kty, crv, x } })).toString('base64url');
  const forgedHandover = signedBy(stranger, payloadOf(payload.handover));
  for (const [what, token] of Object.entries({
    'with the key of somebody else': `${header}.${body}.${mark}`,
    'of a hand-over by somebody else': signedBy(stranger, { ...payload, handover: forgedHandover }),
    'that is the hand-over': payload.handover,
  }))
    expect(`a receipt ${what} was filed`, (await refusedAs(token)) === 'foreign');
  const filed = await file(receipt);
  expect('a receipt was filed twice', (await refusedAs(receipt)) === 'known');
  const keys = await Promise.all([here, there].map((house) => as(house).get('/api/record-key')));
  expect('the receipt has another key than its installation', filed.key_id === keys[1].kid);
  expect('both installations have one key', keys[0].kid !== keys[1].kid);

  const [ours, theirs] = [await headsOf(here, patient), await headsOf(there, receiver)];
  const has = (heads, code) => heads.get(Number(code.split(' ')[0])) === code;
  const [imported, ...others] = await detailsOf(there, receiver, 'record.import');
  expect('the log there tells of several imports', others.length === 0);
  expect(
    'the log there lacks the state of the log here',
    has(ours, imported?.log ?? '') && imported.key === keys[0].kid,
  );
  const [told] = await detailsOf(here, patient, 'record.receipt');
  expect('the log here lacks the state of the log there', told !== undefined && has(theirs, told.log));
  expect('the receipt tells of another state of the log here', told?.sent_log === imported?.log);

  const again = await mine.post(`/api/patients/${receiver.patientId}/imports`, {
    file_name: 'kopie.zip',
    size: archive.length,
  });
  for (let at = 0; at < archive.length; at += pieceBytes)
    await mine.form(
      `/api/imports/${again.id}/pieces?position=${at / pieceBytes}`,
      archive.subarray(at, at + pieceBytes),
      'piece',
    );
  const refused = await mine.post(`/api/imports/${again.id}/check`, {}, 422);
  expect('a copy was taken over once more', refused.current.refused === 'known');

  const killed = Object.entries(kills).map(([step, { made, cut }]) => `${step} ${made} (${cut} before its answer)`);
  console.log(
    `${archive.length} bytes handed over, ${ours.size} and ${theirs.size} records; kills: ${killed.join(', ')}`,
  );
  for (const fault of faults) console.log(fault);
  console.log(
    faults.length === 0
      ? 'everything arrived once, and each log has the state of the other'
      : `${faults.length} faults`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await Promise.allSettled([isShared ? undefined : here.end('SIGTERM'), there.end('SIGTERM')]);
  removeFolder(folders[0]);
  rmSync(folders[1], { recursive: true, force: true });
}
