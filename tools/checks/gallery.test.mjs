import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patternsOf } from '../gallery/routes.mjs';

test('the gallery finds the pages of both portals', async () => {
  assert.ok((await patternsOf('patient')).includes('/patient/messages'));
  assert.ok((await patternsOf('doctor')).includes('/doctor/messages'));
});
