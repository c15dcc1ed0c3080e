import { readBeginning } from './beginning.ts';

const id = '0d6f2c0e-6a3e-4a55-9a39-0c2e6d0b6f11';

test.each([
  ['', { plain: false, measurement: null, image: null }],
  ['#plain', { plain: true, measurement: null, image: null }],
  [`#plain&measurement=${id}`, { plain: true, measurement: id, image: null }],
  [`#measurement=${id}`, { plain: false, measurement: id, image: null }],
  ['#plain&image=1.2.840.77/3', { plain: true, measurement: null, image: { instance: '1.2.840.77', frame: 3 } }],
  ['#image=../1/1', { plain: false, measurement: null, image: null }],
  ['#measurement=<script>', { plain: false, measurement: null, image: null }],
])('the fragment %p says where the page begins', (hash, expected) => {
  expect(readBeginning(hash)).toEqual(expected);
});
