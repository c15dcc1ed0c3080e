import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';

// Packages of our packages: what reads our deployment files is no dependency of its own.
const require = createRequire(import.meta.url);
const { load, loadAll } = require('js-yaml');
const { Ajv } = require('ajv');

const root = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const filesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const chart = 'deploy/helm/konsil';
const templates = readdirSync(join(root, chart, 'templates')).filter((name) => name.endsWith('.yaml'));
const template = (name) => read(`${chart}/templates/${name}`);
/** A template as YAML: lines of control and included blocks are left out, each other expression is a word. Not what Helm would render. */
const blanked = (text) =>
  text
    .split('\n')
    .filter((line) => !/^\s*\{\{.*\}\}\s*$/.test(line))
    .map((line) => line.replace(/\{\{-? (?:include|toYaml).*?\}\}/g, '{}').replace(/\{\{.*?\}\}/g, 'expression'))
    .join('\n');
const objects = templates.flatMap((name) => loadAll(blanked(template(name))));
const objectOf = (kind, name = 'expression') =>
  objects.find((each) => each.kind === kind && each.metadata.name === name);

const compose = load(read('deploy/compose.yaml'));
const services = Object.entries(compose.services);
const values = load(read(`${chart}/values.yaml`));
const schema = JSON.parse(read(`${chart}/values.schema.json`));
const unit = read('deploy/systemd/konsil@.service');
const rules = read('deploy/prometheus/konsil-alerts.yaml');
const dockerfile = read('deploy/image/Dockerfile');
const page = read('docs/deployment.md');

const settings = new Set(
  [...read('libs/server/settings/src/env.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name),
);
const deployment = objectOf('Deployment');
const pod = deployment.spec.template.spec;
const container = pod.containers[0];

test('every YAML and JSON file of deploy/ can be read', () => {
  const paths = filesBelow('deploy').filter((path) => !path.includes('/templates/'));
  const read = (pattern, parse) => {
    const found = paths.filter((path) => pattern.test(path));
    for (const path of found) assert.ok(parse(readFileSync(path, 'utf8')), path);
    return found.length;
  };
  assert.ok(read(/\.ya?ml$/, load) >= 4);
  assert.ok(read(/\.json$/, JSON.parse) >= 2);
  assert.deepEqual(objects.map(({ kind }) => kind).sort(), [
    'ConfigMap',
    'ConfigMap',
    'Deployment',
    'HorizontalPodAutoscaler',
    'Ingress',
    'Job',
    'NetworkPolicy',
    'PodDisruptionBudget',
    'PodDisruptionBudget',
    'PrometheusRule',
    'Service',
    'Service',
    'Service',
    'ServiceMonitor',
  ]);
});

test('every setting that a deployment names exists', () => {
  const propertyNames = schema.properties.settings.propertyNames.not.enum;
  const secretKeys = [
    ...read(`${chart}/values.yaml`).matchAll(/^ {2}# {1,3}(?:Keys are settings: )?([A-Z_0-9, ]+)\.?$/gm),
  ];
  const named = {
    compose: Object.keys(compose.services.konsil.environment),
    values: [...Object.keys(values.settings), ...secretKeys.flatMap(([, line]) => line.match(/[A-Z][A-Z0-9_]+/g))],
    schema: [...propertyNames, ...schema.properties.settings.required],
    templates: container.env.map(({ name }) => name),
    systemd: [
      ...[...unit.matchAll(/^Environment="?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name),
      ...(unit.match(/\b(?!AF_)[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? []),
    ],
  };
  for (const [place, names] of Object.entries(named)) {
    assert.ok(names.length > 2, place);
    assert.deepEqual(
      names.filter((name) => !settings.has(name)),
      [],
      place,
    );
  }
});

test('the chart sets no setting twice, and takes no secret as a value', () => {
  const ajv = new Ajv();
  const valid = (given) => Boolean(ajv.validate(schema, given));
  assert.ok(valid(values), ajv.errorsText());
  const secret = [
    'KONSIL_SECRET',
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'MIGRATION_DATABASE_URL',
    'EVENTS_URL',
    'SMTP_URL',
    'S3_SECRET_ACCESS_KEY',
  ];
  for (const name of [...secret, ...container.env.map((each) => each.name)])
    assert.ok(!valid({ ...values, settings: { ...values.settings, [name]: 'value' } }), name);
  assert.ok(!objects.some(({ kind }) => kind === 'Secret'));
});

test('every value used by a template is in values.yaml', () => {
  const asked = templates.flatMap((name) =>
    [...template(name).matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path),
  );
  assert.ok(asked.length > 20);
  const missing = asked.filter((path) => path.split('.').reduce((value, key) => value?.[key], values) === undefined);
  assert.deepEqual(missing, []);
});

test('compose reads each secret from .env, and the example contains none', () => {
  const example = read('deploy/.env.example');
  const given = [...example.matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)];
  const asked = [...read('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
  assert.deepEqual([...new Set(asked)].sort(), given.map(([, name]) => name).sort());
  assert.deepEqual(
    given.filter(([, name, value]) => value && name !== 'BASE').map(([line]) => line),
    [],
  );
  for (const [name, { environment = {} }] of services)
    for (const [key, value] of Object.entries(environment))
      if (/SECRET|PASSWORD|ACCESS_KEY/.test(key)) assert.match(value, /^\$\{[A-Z_]+/, `${name}: ${key}`);
  assert.doesNotMatch(read('deploy/compose.yaml'), /:\/\/\w+:(?!\$\{)[^@\s/]+@/);
});

test('every metric in the dashboard and the alert rules exists', () => {
  const code = ['apps/server/src', 'libs/server', 'node_modules/prom-client/lib']
    .flatMap(filesBelow)
    .filter((path) => /\.[jt]s$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const dashboard = JSON.parse(read('deploy/grafana/konsil.json'));
  const expressions = [
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...dashboard.templating.list.map(({ definition = '' }) => definition),
    ...load(rules).groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
  ];
  const figures = expressions
    .flatMap((text) => text.match(/\b(?:konsil|process|nodejs)_\w+/g) ?? [])
    .map((figure) => figure.replace(/_(?:bucket|count|sum)$/, ''));
  assert.ok(new Set(figures).size > 20);
  assert.deepEqual(
    figures.filter((figure) => !code.includes(`'${figure}'`)),
    [],
  );
});

test("the chart has the alert rules of deploy/prometheus and package.json's version", () => {
  assert.equal(read(`${chart}/files/konsil-alerts.yaml`), rules);
  assert.match(template('monitoring.yaml'), /\.Files\.Get "files\/konsil-alerts\.yaml"/);
  assert.equal(load(read(`${chart}/Chart.yaml`)).appVersion, JSON.parse(read('package.json')).version);
});

test("containers run as the Dockerfile's user, on a read-only file system", () => {
  const [, user = '', group] = /^USER (\d+):(\d+)$/m.exec(dockerfile) ?? [];
  assert.deepEqual([pod.securityContext.runAsUser, pod.securityContext.runAsGroup].map(String), [user, group]);
  assert.equal(pod.securityContext.runAsNonRoot, true);
  assert.equal(container.securityContext.readOnlyRootFilesystem, true);
  assert.equal(container.securityContext.allowPrivilegeEscalation, false);
  const ours = services.filter(([, { image }]) => image.startsWith('konsil:'));
  assert.equal(ours.length, 4);
  for (const [name, service] of ours) {
    assert.equal(service.user ?? `${user}:${group}`, `${user}:${group}`, name);
    assert.equal(service.read_only, true, name);
    assert.deepEqual(service.cap_drop, ['ALL'], name);
  }
});

test("the operator's port is never public", () => {
  const [, port] = /OPS_PORT=(\d+)/.exec(dockerfile) ?? [];
  for (const [name, { ports = [], network_mode: mode }] of services) {
    assert.notEqual(mode, 'host', name);
    for (const published of ports) {
      assert.equal(typeof published, 'string', name);
      assert.ok(!published.includes(port), `${name}: ${published}`);
    }
  }
  assert.equal(compose.services.konsil.ports, undefined);
  assert.ok(!read('deploy/compose/nginx/konsil.conf').includes(port));
  assert.ok(!/ops|9090/.test(template('ingress.yaml')));
  const opened = objectOf('Service').spec.ports;
  assert.deepEqual(
    opened.filter((each) => each.name === 'ops' || each.targetPort === 'ops' || String(each.port) === port),
    [],
  );
  for (const name of ['expression-ops', 'expression-worker-ops'])
    assert.equal(objectOf('Service', name).spec.clusterIP, 'None', name);
  for (const service of objects.filter(({ kind }) => kind === 'Service')) assert.equal(service.spec.type, undefined);
  const letIn = template('network-policy.yaml')
    .split('- from:')
    .filter((part) => /port: ops/.test(part));
  assert.equal(letIn.length, 1);
  assert.match(letIn[0], /networkPolicy\.monitoringNamespace/);
  assert.doesNotMatch(letIn[0], /port: (?:patient|doctor|viewer)/);
});

test("health checks use the operator's port", () => {
  assert.match(JSON.stringify(compose.services.konsil.healthcheck.test), /:9090\/readyz/);
  assert.deepEqual(container.readinessProbe.httpGet, { path: '/readyz', port: 'ops' });
  assert.deepEqual(container.livenessProbe.httpGet, { path: '/livez', port: 'ops' });
  for (const [name, { restart, healthcheck }] of services) if (restart) assert.ok(healthcheck, name);
});

test('compose and the chart start web and worker processes with equal settings', () => {
  const { konsil, worker } = compose.services;
  assert.deepEqual([konsil.environment.KONSIL_ROLE, worker.environment.KONSIL_ROLE], ['web', 'worker']);
  assert.deepEqual({ ...worker.environment, KONSIL_ROLE: 'web' }, konsil.environment);
  assert.equal(worker.ports, undefined);
  assert.deepEqual(worker.networks, ['back']);
  assert.deepEqual(worker.healthcheck, konsil.healthcheck);
  const roles = /KONSIL_ROLE: z\.enum\(\[([^\]]*)\]/.exec(read('libs/server/settings/src/env.ts'))?.[1];
  const looped = /range \$role := ternary \(list "(\w+)" "(\w+)"\) \(list "(\w+)"\)/.exec(template('deployment.yaml'));
  assert.deepEqual(looped?.slice(1), roles?.match(/\w+/g));
  assert.ok(container.env.some(({ name }) => name === 'KONSIL_ROLE'));
  // Every object of the loop asks the root: its dot is the role.
  const [, inLoop] = template('deployment.yaml').split('range $role');
  assert.doesNotMatch(inLoop.replace(/^.*\n/, ''), /[^$\w]\.(?:Values|Release|Chart)\b/);
});

test("migrations run to their end before servers start, and only they have the owner's URL", () => {
  const { migrate, konsil, worker } = compose.services;
  assert.deepEqual([migrate.command, migrate.restart], [['konsil', 'migrate'], 'no']);
  assert.deepEqual(Object.keys(migrate.depends_on), ['database']);
  for (const [name, { environment = {}, depends_on: needed }] of services) {
    assert.equal('MIGRATION_DATABASE_URL' in environment, name === 'migrate', name);
    if (![konsil, worker].some((each) => each.environment === environment)) continue;
    assert.deepEqual(needed.migrate, { condition: 'service_completed_successfully' }, name);
    assert.equal(environment.MIGRATE_AT_START, '0', name);
  }
});

test('every image has a version', () => {
  for (const [name, { image }] of services)
    if (image !== 'konsil:local') assert.match(image, /^[\w./-]+:v?\d+\.\d+[\w.-]*$/, name);
});

test('a stopping process has time to finish running requests', () => {
  const runningCalls = 25;
  const { DRAIN_SECONDS: drain } = compose.services.konsil.environment;
  assert.ok(Number.parseInt(compose.services.konsil.stop_grace_period, 10) > Number(drain) + runningCalls);
  const [, more] =
    /terminationGracePeriodSeconds: \{\{ add \$\.Values\.drainSeconds (\d+) \}\}/.exec(template('deployment.yaml')) ??
    [];
  assert.ok(Number(more) > runningCalls);
  const [, longest] = /DRAIN_SECONDS: [^]*?\.max\((\d+)/.exec(read('libs/server/settings/src/env.ts')) ?? [];
  const [, stop] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
  assert.ok(Number(stop) > Number(longest) + runningCalls);
});

test('the systemd unit restarts without limit, even if a reader runs out of memory', () => {
  for (const line of [
    'StartLimitIntervalSec=0',
    'Restart=always',
    'RestartSec=5',
    'MemoryMax=3G',
    'OOMPolicy=continue',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'SystemCallFilter=@system-service',
  ])
    assert.ok(unit.split('\n').includes(line), line);
  const [, start = ''] = /^ExecStart=\/usr\/bin\/(.*)$/m.exec(unit) ?? [];
  assert.deepEqual(start.split(' '), JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]'));
  assert.ok(page.includes('deploy/systemd/konsil@.service'));
  assert.doesNotMatch(page, /^\[Service\]$/m, 'the page has no second copy');
});

test('compose creates the roles and uses the proxy settings of docs/deployment.md', () => {
  const sql = (text) => text.replace(/password (?:'[^']*'|:'\w+')/g, 'password').trim();
  const [, described = ''] = /```sql\n([^]*?)```/.exec(page) ?? [];
  const [, made = ''] = /<<'SQL'\n([^]*?)\nSQL/.exec(read('deploy/compose/roles.sh')) ?? [];
  assert.equal(sql(made), sql(described));
  const proxy = page.slice(page.indexOf('## Reverse proxy'), page.indexOf('## Static hosting'));
  const words = (text) =>
    [...text.matchAll(/^\s*((?:proxy_(?!pass\b)|map|log_format|ssl_protocols|client_max_body_size)\S*[^#\n]*)/gm)]
      .map(([, line]) => line.trim())
      .sort();
  assert.ok(words(proxy).length > 10);
  assert.deepEqual(words(read('deploy/compose/nginx/konsil.conf')), words(proxy));
});

test('nginx excludes no process after one refused connection, in docs and compose', () => {
  const upstreams = [page, read('deploy/compose/nginx/konsil.conf')].flatMap((text) =>
    [...text.matchAll(/^upstream \w+ \{([^}]*)\}/gm)].map(([, servers]) => servers),
  );
  assert.ok(upstreams.length >= 5);
  for (const servers of upstreams)
    for (const [server] of servers.matchAll(/server [^;]+;/g)) assert.match(server, / max_fails=0;$/, server);
});
