import { mostSignIns } from '@konsil/contracts/accounts';
import { anAccount, anId, aSession, aSignIn } from '@konsil/testing';
import { securityPoints, type SecurityFacts } from './security-points.ts';

const now = Date.parse('2026-11-26T12:00:00.000Z');
const daysAgo = (days: number) => new Date(now - days * 24 * 60 * 60 * 1000).toISOString();
const pointsOf = (facts: Partial<SecurityFacts> = {}) => securityPoints({ account: anAccount(), ...facts }, now);
const keysOf = (facts: Partial<SecurityFacts> = {}) => pointsOf(facts).map(({ key }) => key);
const openOf = (facts: Partial<SecurityFacts> = {}) =>
  pointsOf(facts)
    .filter(({ good }) => !good)
    .map(({ key }) => key);
const passkey = { id: anId(), name: 'Telefon', created_at: daysAgo(3), last_used_at: null, synced: true };

test('lists possible improvements first', () => {
  const points = pointsOf({ passkeys: [], account: anAccount({ pending_email: 'neu@konsil.example' }) });
  expect(points.map(({ good }) => good)).toEqual([false, false, true]);
});

test('a passkey or a second factor is enough', () => {
  expect(openOf({ passkeys: [] })).toEqual(['unprotected']);
  expect(openOf({ passkeys: [passkey] })).toEqual([]);
  expect(openOf({ passkeys: [], account: anAccount({ second_factor: true, recovery_codes_left: 8 }) })).toEqual([]);
  expect(openOf({ passkeys: [], account: anAccount({ second_factor: true, recovery_codes_left: 2 }) })).toEqual([
    'codesFew',
  ]);
});

test('does not mention a password if the account has none', () => {
  const account = anAccount({ no_password: true, password_changed_at: daysAgo(9) });
  const signIns = [aSignIn({ at: daysAgo(2), device: 'Safari, iPhone' }), aSignIn({ at: daysAgo(20) })];
  expect(keysOf({ account, passkeys: [], signIns })).toEqual(['newDeviceNoPassword', 'emailGood', 'phoneGood']);
  expect(keysOf({ account: { ...account, second_factor: true }, passkeys: [passkey] })).toEqual([
    'passkeyOnly',
    'emailGood',
    'phoneGood',
  ]);
});

test('leaves out facts that are unknown or could not be loaded', () => {
  expect(keysOf()).toEqual(['emailGood', 'phoneGood']);
  expect(keysOf({ account: anAccount({ phone: '', password_changed_at: daysAgo(9) }) })).toEqual([
    'phoneMissing',
    'emailGood',
    'passwordSince',
  ]);
});

test('mentions other sessions, but not as something to improve', () => {
  expect(keysOf({ sessions: [aSession({ current: true })] })).toContain('onlyHere');
  const both = pointsOf({ sessions: [aSession({ current: true }), aSession()] });
  expect(both.find(({ key }) => key === 'signedIn')).toMatchObject({ good: true, values: { count: 2 } });
});

test('a device is new if its sign-ins are all of this week, and others are older', () => {
  const older = aSignIn({ at: daysAgo(20) });
  const other = aSignIn({ at: daysAgo(2), device: 'Safari, iPhone' });
  expect(pointsOf({ signIns: [other, older] }).find(({ key }) => key === 'newDevice')).toMatchObject({
    good: false,
    values: { names: ['Safari, iPhone'] },
  });
  for (const signIns of [[other], [aSignIn({ at: daysAgo(1) }), older], [{ ...other, at: daysAgo(10) }, older]])
    expect(keysOf({ signIns })).toContain('knownDevices');
  expect(openOf({ signIns: [aSignIn({ at: daysAgo(1) }), older] })).toEqual([]);
});

test('a truncated list proves neither a new device nor the last month', () => {
  const often = (count: number) => Array.from({ length: count }, () => aSignIn({ at: daysAgo(1) }));
  const phone = aSignIn({ at: daysAgo(2), device: 'Safari, iPhone' });
  const cut = [
    ...often(mostSignIns - 3),
    phone,
    aSignIn({ at: daysAgo(8) }),
    aSignIn({ result: 'denied', at: daysAgo(8) }),
  ];
  expect(keysOf({ signIns: cut })).toEqual(['emailGood', 'phoneGood', 'lastDevices', 'lastFailed']);
  expect(openOf({ signIns: cut.slice(1) })).toEqual(['newDevice']);
  expect(openOf({ signIns: [...cut.slice(1), aSignIn({ at: daysAgo(31) })] })).toEqual(['newDevice']);
});

test('mentions a new device without a name, too', () => {
  expect(openOf({ signIns: [aSignIn({ at: daysAgo(1), device: '' }), aSignIn({ at: daysAgo(20) })] })).toEqual([
    'newDevice',
  ]);
});

test('mentions a few failed sign-ins, warns of many, and ignores old ones', () => {
  const failed = (count: number, days: number) =>
    Array.from({ length: count }, () => aSignIn({ result: 'denied', reason: 'wrong_password', at: daysAgo(days) }));
  expect(keysOf({ signIns: failed(1, 2) })).toContain('failed');
  expect(openOf({ signIns: failed(4, 2) })).toEqual([]);
  expect(openOf({ signIns: failed(5, 2) })).toEqual(['failed']);
  expect(keysOf({ signIns: failed(9, 31) })).not.toContain('failed');
});

test('linked identities are named', () => {
  const linked = [{ id: anId(), name: 'Klinik-Login', created_at: daysAgo(9), last_used_at: null, removable: true }];
  expect(pointsOf({ identities: { linked, available: [] } }).at(-1)).toMatchObject({
    key: 'linked',
    values: { names: ['Klinik-Login'] },
  });
});
