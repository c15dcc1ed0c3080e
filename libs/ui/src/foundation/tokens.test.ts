import { declarations, defaults, token } from './tokens';

describe('The tokens', () => {
  it('have the same names in code and in CSS', () => {
    expect(token.color.onTurnYouSoft).toBe('var(--color-on-turn-you-soft)');
    expect(token.fontSize.heading1).toBe('var(--font-size-heading-1)');
    expect(token.space[4]).toBe('var(--space-4)');
    expect(declarations({ fontSize: { heading1: '2rem' } })).toBe('--font-size-heading-1: 2rem;');
  });

  it('hold the priority colours of the specification', () => {
    const { priorityHigh, priorityNormal, priorityLow } = defaults.color;
    expect([priorityHigh, priorityNormal, priorityLow]).toEqual(['#ff9f9f', '#eeeeaa', '#aaeebe']);
  });
});
