import type { Upload, UploadState } from '../queue/upload.ts';
import { minutesLeft } from './rows.ts';

const upload = (size: number, state: UploadState): Upload => ({
  id: String(size),
  caseId: 'c',
  name: 'a.pdf',
  size,
  file: null,
  pageOf: null,
  state,
});

test('the remaining time counts sent and waiting bytes at the current total speed', () => {
  const sending = upload(6_000_000, { is: 'sending', sent: 1_000_000, bytesPerSecond: 30_000 });
  const other = upload(4_000_000, { is: 'sending', sent: 0, bytesPerSecond: 20_000 });
  expect(minutesLeft([sending, other, upload(6_000_000, { is: 'waiting' })])).toBe(5);
  expect(minutesLeft([upload(1_000, { is: 'sending', sent: 500, bytesPerSecond: 500 })])).toBe(0);
});

test('estimates nothing without a speed', () => {
  expect(
    minutesLeft([
      upload(1_000, { is: 'interrupted' }),
      upload(1_000, { is: 'sending', sent: 0, bytesPerSecond: null }),
    ]),
  ).toBeNull();
});
