import { canSignInAgain, registerSignInOffer } from './resuming.ts';

test('a page offers a sign-in until the last registration is removed', () => {
  expect(canSignInAgain()).toBe(false);
  const removals = [registerSignInOffer(), registerSignInOffer()];
  removals[0]?.();
  expect(canSignInAgain()).toBe(true);
  removals[1]?.();
  expect(canSignInAgain()).toBe(false);
});
