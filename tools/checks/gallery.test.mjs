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

test('the gallery has a screen for every page, and no other', () => {
  assert.deepEqual(unmatched(patterns), []);
});

test('a page without a screen, and a screen without a page, are named', () => {
  const more = {
    ...patterns,
    doctor: patterns.doctor.map((path) => (path === '/doctor/letters' ? '/doctor/new' : path)),
  };
  assert.deepEqual(unmatched(more), [
    'doctor: no screen shows /doctor/new',
    'doctor: there is no page /doctor/letters',
  ]);
});
