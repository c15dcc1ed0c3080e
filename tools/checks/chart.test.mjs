import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
process.chdir(root);
const { findHelm, lint, render, variants } = await import('../helm.mjs');
const { load } = createRequire(import.meta.url)('js-yaml');

const helm = findHelm();
const left = { skip: helm ? false : 'there is no Helm here' };
const ofKind = (objects, kind) => objects.filter((each) => each.kind === kind);
const rendered = (values) => {
  const { objects, error } = render(helm, values);
  assert.equal(error, undefined);
  return objects;
};
const mapsOf = ({ envFrom }) => envFrom.flatMap(({ configMapRef }) => configMapRef?.name ?? []);
const hookOf = ({ metadata }) => metadata.annotations?.['helm.sh/hook'];
const weightOf = ({ metadata }) => Number(metadata.annotations['helm.sh/hook-weight']);
const isPartOf = (part, labels) => Object.entries(part).every(([key, value]) => labels?.[key] === value);

test('Helm renders and lints each kind of installation', left, () => {
  for (const [name, values] of Object.entries(variants)) {
    assert.equal(lint(helm, values), '', name);
    const names = rendered(values).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    assert.equal(new Set(names).size, names.length, name);
    assert.ok(names.includes('Deployment konsil'), name);
  }
});

test('references between rendered objects resolve', left, () => {
  for (const [name, values] of Object.entries(variants)) {
    const objects = rendered(values);
    const deployments = ofKind(objects, 'Deployment');
    const podsOf = (selector) =>
      deployments.filter(({ spec }) => isPartOf(selector, spec.template.metadata.labels)).map(({ spec }) => spec);
    const portsOf = ({ template }) => template.spec.containers.flatMap(({ ports }) => ports.map((port) => port.name));

    for (const { spec, metadata } of deployments)
      assert.deepEqual(podsOf(spec.selector.matchLabels), [spec], `${name}: ${metadata.name}`);
    for (const { spec, metadata } of ofKind(objects, 'Service')) {
      const pods = podsOf(spec.selector);
      assert.equal(pods.length, 1, `${name}: ${metadata.name}`);
      for (const { targetPort } of spec.ports)
        assert.ok(portsOf(pods[0]).includes(targetPort), `${name}: ${targetPort}`);
    }
    for (const { spec, metadata } of ofKind(objects, 'PodDisruptionBudget'))
      assert.equal(podsOf(spec.selector.matchLabels).length, 1, `${name}: ${metadata.name}`);
    for (const { spec } of ofKind(objects, 'HorizontalPodAutoscaler')) {
      const { kind, name: target } = spec.scaleTargetRef;
      const scaled = ofKind(objects, kind).find(({ metadata }) => metadata.name === target);
      assert.ok(scaled, name);
      assert.equal(scaled.spec.replicas, undefined, `${name}: each upgrade would undo the autoscaler's number`);
    }
    for (const { spec } of ofKind(objects, 'Ingress'))
      for (const { host, http } of spec.rules) {
        assert.match(host, /^[a-z0-9.-]+$/, name);
        assert.ok(spec.tls[0].hosts.includes(host), `${name}: ${host}`);
        const { service } = http.paths[0].backend;
        const named = ofKind(objects, 'Service').find(({ metadata }) => metadata.name === service.name);
        assert.ok(
          named.spec.ports.some((port) => port.name === service.port.name),
          `${name}: ${host}`,
        );
      }
    for (const { spec } of ofKind(objects, 'NetworkPolicy'))
      for (const { ports } of spec.ingress)
        for (const { port } of ports)
          assert.ok(
            deployments.some((each) => portsOf(each.spec).includes(port)),
            `${name}: ${port}`,
          );
    for (const { spec } of ofKind(objects, 'ServiceMonitor')) {
      const watched = ofKind(objects, 'Service').filter(({ metadata }) =>
        isPartOf(spec.selector.matchLabels, metadata.labels),
      );
      assert.equal(watched.length, deployments.length, name);
      assert.equal(new Set(watched.map(({ metadata }) => metadata.labels[spec.jobLabel])).size, 1, name);
      for (const service of watched)
        for (const { port } of spec.endpoints)
          assert.ok(
            service.spec.ports.some((each) => each.name === port),
            `${name}: ${service.metadata.name}`,
          );
    }
    for (const { spec, metadata } of deployments) {
      const { containers, volumes } = spec.template.spec;
      assert.deepEqual(
        containers[0].volumeMounts.map((mount) => mount.name).sort(),
        volumes.map((volume) => volume.name).sort(),
        `${name}: ${metadata.name}`,
      );
      assert.deepEqual(
        mapsOf(containers[0]),
        ofKind(objects, 'ConfigMap').flatMap((each) => (hookOf(each) ? [] : each.metadata.name)),
      );
    }
  }
});

test('a Job migrates before the pods of a version start, which then change nothing', left, () => {
  for (const [name, values] of Object.entries(variants)) {
    const objects = rendered(values);
    const jobs = ofKind(objects, 'Job');
    const hooks = objects.filter(hookOf);
    assert.deepEqual(hooks.map(({ kind }) => kind).sort(), ['ConfigMap', 'Job'], name);
    for (const hook of hooks) assert.equal(hookOf(hook), 'pre-install,pre-upgrade', name);
    const [job] = jobs;
    const [container] = job.spec.template.spec.containers;
    assert.deepEqual(container.command, ['konsil', 'migrate']);
    // The resources that the Job needs are hooks before it, or exist before the installation.
    const settings = hooks.find(({ kind }) => kind === 'ConfigMap');
    assert.deepEqual(mapsOf(container), [settings.metadata.name], name);
    assert.ok(weightOf(settings) < weightOf(job), name);
    // The Job's later pods need the settings, also after an earlier one failed.
    assert.equal(settings.metadata.annotations['helm.sh/hook-delete-policy'], 'before-hook-creation', name);
    const ofPods = ofKind(objects, 'ConfigMap').find((each) => !hookOf(each));
    assert.deepEqual(settings.data, ofPods.data, name);
    const deployments = ofKind(objects, 'Deployment');
    const withName = ({ env }, wanted) => env.find((each) => each.name === wanted);
    assert.deepEqual(withName(container, 'MIGRATION_DATABASE_URL').valueFrom, {
      secretKeyRef: { name: 'konsil-migration', key: 'MIGRATION_DATABASE_URL' },
    });
    for (const { spec } of deployments) {
      const [server] = spec.template.spec.containers;
      assert.equal(withName(server, 'MIGRATE_AT_START').value, '0', name);
      assert.equal(withName(server, 'MIGRATION_DATABASE_URL'), undefined, name);
      assert.deepEqual([container.image, container.securityContext], [server.image, server.securityContext], name);
      assert.ok(!isPartOf(spec.selector.matchLabels, job.spec.template.metadata.labels), name);
    }
    for (const { spec } of ofKind(objects, 'Service'))
      assert.ok(!isPartOf(spec.selector, job.spec.template.metadata.labels), name);
    for (const { spec } of ofKind(objects, 'NetworkPolicy'))
      for (const { values: names } of spec.podSelector.matchExpressions)
        assert.ok(names.includes(job.spec.template.metadata.labels['app.kubernetes.io/name']), name);
    const { containers, volumes } = job.spec.template.spec;
    assert.deepEqual(
      containers[0].volumeMounts.map((mount) => mount.name).sort(),
      volumes.map((volume) => volume.name).sort(),
      name,
    );
  }
});

test('the settings of a rendered chart are those that were given, letter by letter', left, () => {
  const values = variants['settings with characters of YAML and of templates'];
  const [{ data }] = ofKind(rendered(values), 'ConfigMap');
  for (const [name, value] of Object.entries(values.settings)) assert.equal(data[name], value);
});

test('the rendered alert rules equal those of deploy/prometheus', left, () => {
  const [rule] = ofKind(rendered(variants['seen by the Prometheus operator']), 'PrometheusRule');
  assert.deepEqual(rule.spec, load(readFileSync('deploy/prometheus/konsil-alerts.yaml', 'utf8')));
});

test('Helm refuses secrets in settings, and pod counts that Kubernetes would not run', left, () => {
  const refused = {
    KONSIL_SECRET: { settings: { KONSIL_SECRET: 'x'.repeat(40) } },
    DATABASE_URL: { settings: { DATABASE_URL: 'postgres://konsil_app:x@db.example.org/konsil' } },
    EVENTS_URL: { settings: { EVENTS_URL: 'tls://konsil:x@nats.example.org:4222' } },
    DATABASE_POOL: { settings: { DATABASE_POOL: 20 } },
    nonsense: { nonsense: 1 },
    'minAvailable must be less': {
      autoscaling: { enabled: false },
      replicas: 2,
      podDisruptionBudget: { minAvailable: 2 },
    },
    'minReplicas must not exceed': { autoscaling: { minReplicas: 3, maxReplicas: 2 } },
  };
  for (const [word, values] of Object.entries(refused)) {
    const { error } = render(helm, values);
    assert.ok(error?.includes(word), `${word}: ${error}`);
  }
});

test('a single pod can be evicted', left, () => {
  assert.deepEqual(ofKind(rendered(variants['one pod alone']), 'PodDisruptionBudget'), []);
});
