import { matchRoutes } from 'react-router-dom';
import { addressesOf } from './addresses.ts';

const routes = [
  { path: 'patient/*', element: null },
  { element: null, children: [{ element: null, children: [{ path: 'impressum' }] }] },
  { element: null, children: [{ index: true as const }, { path: 'doctor/*' }, { path: 'login' }, { path: '*' }] },
];
const pages = [
  {
    element: null,
    children: [
      { index: true as const },
      { path: 'process/:caseId', children: [{ index: true as const }, { path: 'documents/:documentId' }] },
    ],
  },
  { path: '*' },
];

test('lists every route path, nested ones included, but not those of missing pages', () => {
  const addresses = addressesOf(routes, { 'patient/*': pages });
  expect(addresses).toEqual([
    '/patient',
    '/patient/process/:caseId',
    '/patient/process/:caseId/documents/:documentId',
    '/impressum',
    '/',
    '/doctor/*',
    '/login',
  ]);
  for (const address of addresses) expect(matchRoutes(routes, address)).not.toBeNull();
});
