import { anId, aProcessOverview } from '@konsil/testing';
import { panesOf } from './case-panes';

test('assistants have the pane of the summary, deputies do not', () => {
  const assistants = { allowed: true, names: ['Anna Muster'], mine: true };
  expect(panesOf(aProcessOverview({ assistants }))).toContain('epicrisis');
  const deputy = {
    id: anId(),
    state: 'open' as const,
    mine: true,
    doctor: 'Dr. med. Weber',
    deputy: { name: 'Dr. med. Keil', specialty: 'Chirurgie', city: 'Köln' },
    from: '2026-11-01',
    until: '2026-12-12',
  };
  expect(panesOf(aProcessOverview({ deputies: [deputy] }))).not.toContain('epicrisis');
});
