import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allPatterns } from '../gallery/routes.mjs';
import { unmatched } from '../gallery/screens.mjs';

const patterns = await allPatterns();

test('the gallery finds the pages of the portals and the console', () => {
  assert.ok(patterns.patient.includes('/patient/messages'));
  assert.ok(patterns.doctor.includes('/doctor/messages'));
  assert.ok(patterns.operator.includes('/operator/people'));
});

test('the gallery has a screen for every page, and no others', () => {
  assert.deepEqual(unmatched(patterns), []);
});

test('pages without a screen and screens without a page are reported', () => {
  const more = {
    ...patterns,
    doctor: patterns.doctor.map((path) => (path === '/doctor/letters' ? '/doctor/new' : path)),
  };
  assert.deepEqual(unmatched(more), [
    'doctor: no screen shows /doctor/new',
    'doctor: there is no page /doctor/letters',
  ]);
});
