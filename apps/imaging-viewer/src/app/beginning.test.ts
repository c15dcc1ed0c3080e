import { readBeginning } from './beginning.ts';

const id = '0d6f2c0e-6a3e-4a55-9a39-0c2e6d0b6f11';

test.each([
  ['', { plain: false, measurement: null }],
  ['#plain', { plain: true, measurement: null }],
  [`#plain&measurement=${id}`, { plain: true, measurement: id }],
  [`#measurement=${id}`, { plain: false, measurement: id }],
  ['#measurement=<script>', { plain: false, measurement: null }],
])('the fragment %p says where the page begins', (hash, expected) => {
  expect(readBeginning(hash)).toEqual(expected);
});
