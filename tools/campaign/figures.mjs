// Asks a Prometheus that scrapes a built server for every expression of the dashboard and of the alert rules: each parses and gives data, or it
// is said below why it cannot here. An alert is asked for both sides of its comparison, because a quiet one gives nothing.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runServer } from '../bench/server.mjs';

const { load } = createRequire(import.meta.url)('js-yaml');
const root = join(import.meta.dirname, '../..');
const prometheus = '/usr/bin/prometheus';
const [opsPort, ownPort] = [27_390, 27_391];
/** Expressions, by a part of each, that give nothing here. */
const empty = {
  konsil_events_server_connected: 'there is no EVENTS_URL',
  konsil_backup_last_timestamp_seconds: 'no backup was made',
  'konsil_letters_total{outcome="failed"}': 'a letter fails for good after days',
  'offset 1h': 'the server began a minute ago',
  'konsil_http_request_duration_seconds_count{status=~"5.."}': 'no call failed',
};

if (!existsSync(prometheus)) throw new Error('There is no Prometheus here: apt-get install prometheus');
const provoked = spawnSync(
  '/usr/bin/promtool',
  ['test', 'rules', join(root, 'deploy/prometheus/konsil-alerts.test.yaml')],
  {
    encoding: 'utf8',
  },
);
const read = (path) => readFileSync(join(root, path), 'utf8');
const dashboard = JSON.parse(read('deploy/grafana/konsil.json'));
/** As Grafana fills them in. */
const filled = (text) =>
  text.replaceAll('$process', '.*').replaceAll('$job', 'konsil').replaceAll('$__rate_interval', '20s');
const sidesOf = (expression) =>
  expression
    .replace(/^absent\((.*)\)$/, '$1')
    .split(/ and on \(\w+\) /)
    .flatMap((side) => side.split(/\s(?:>|<|==|!=)\s/));
const asked = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ where: `panel "${title}"`, query: filled(expr) })),
  ),
  ...load(read('deploy/prometheus/konsil-alerts.yaml')).groups.flatMap(({ rules }) =>
    rules.flatMap(({ alert, expr }) => [
      { where: `alert ${alert}`, query: expr, mayBeQuiet: true },
      ...sidesOf(expr).map((query) => ({ where: `alert ${alert}`, query })),
    ]),
  ),
];

const password = 'Sechs-Zitronen-7';
const signUp = (number) => ({
  email: `petra${number}@example.org`,
  password,
  confirm_password: password,
  consent: true,
});

const folder = mkdtempSync(join(tmpdir(), 'konsil-figures-'));
const findings = provoked.status === 0 ? [] : [`Alerts: ${provoked.stdout}${provoked.stderr}`];
let server;
let watching;
try {
  server = await runServer(join(folder, 'data'), {
    OPS_PORT: String(opsPort),
    BACKUP_DIR: join(folder, 'backup'),
    // Where nobody listens: letters and calls of other services fail.
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMS_GATEWAY_URL: 'http://127.0.0.1:9/',
  });
  writeFileSync(
    join(folder, 'prometheus.yml'),
    [
      'global: { scrape_interval: 2s, evaluation_interval: 2s }',
      `rule_files: [${join(root, 'deploy/prometheus/konsil-alerts.yaml')}]`,
      `scrape_configs: [{ job_name: konsil, static_configs: [{ targets: ['localhost:${opsPort}'] }] }]`,
    ].join('\n'),
  );
  watching = spawn(
    prometheus,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'prometheus')}`,
      `--web.listen-address=127.0.0.1:${ownPort}`,
      '--log.level=error',
    ],
    { stdio: 'inherit' },
  );
  const ask = async (query) => {
    const answer = await fetch(`http://127.0.0.1:${ownPort}/api/v1/query`, {
      method: 'POST',
      body: new URLSearchParams({ query }),
    });
    return answer.json();
  };
  const scrapes = async () => {
    const { data } = await ask('count_over_time(konsil_quiet[10m])').catch(() => ({}));
    return Number(data?.result[0]?.value[1] ?? 0);
  };
  // Calls of each kind between the scrapes: a rate is of two that differ.
  for (let tries = 0; (await scrapes()) < 8 && tries < 120; tries += 1) {
    await server.get('/api/process');
    await server.post('/api/nothing', {});
    await server.post('/account/api/login', { email: 'patient@konsil.example', password: 'wrong' });
    if (tries % 10 === 0) await server.post('/account/api/signup', signUp(tries));
    await pause(500);
  }
  for (const { where, query, mayBeQuiet } of asked) {
    if (/^[\d\s.*]+$/.test(query)) continue;
    const { status, error, data } = await ask(query);
    if (status !== 'success') findings.push(`${where}: ${error}\n  ${query}`);
    else if (data.result.length === 0 && !mayBeQuiet) {
      const reason = Object.entries(empty).find(([part]) => query.includes(part))?.[1];
      if (reason) console.log(`${where}: nothing, because ${reason}`);
      else findings.push(`${where} gives nothing:\n  ${query}`);
    }
  }
  const firing = await (await fetch(`http://127.0.0.1:${ownPort}/api/v1/alerts`)).json();
  console.log(
    'Alerts:',
    firing.data.alerts.map(({ labels, state }) => `${labels.alertname} ${state}`).join(', ') || 'none',
  );
} finally {
  watching?.kill();
  await server?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${asked.length} expressions`);
if (findings.length > 0) {
  console.error(findings.join('\n'));
  process.exitCode = 1;
}
