import { casesQuerySchema } from '@konsil/contracts/cases';
import { knownFilters } from './list-filters.ts';

test('what an address carries beyond the contract is not asked of the server', () => {
  expect(knownFilters(casesQuerySchema, { view: 'answered', due: 'yesterday', priority: 'high', sort: '', tab: 'x' })).toEqual({ view: 'answered', priority: 'high' });
});

test('a search is asked as it was typed, however long', () => {
  const search = 'x'.repeat(300);
  expect(knownFilters(casesQuerySchema, { search })).toEqual({ search });
});
