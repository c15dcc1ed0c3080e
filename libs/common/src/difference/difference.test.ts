import { difference } from './difference.ts';

test('a difference lists added and removed words', () => {
  expect(difference('Knoten rechts, 20 mm', 'Knoten rechts, 23 mm')).toEqual([
    { text: 'Knoten rechts, ', change: 'same' },
    { text: '20', change: 'removed' },
    { text: '23', change: 'added' },
    { text: ' mm', change: 'same' },
  ]);
  expect(difference('gleich', 'gleich')).toEqual([{ text: 'gleich', change: 'same' }]);
});
