/**
 * `asked`: the patient has not decided. `open`: the colleague sees the case. In the other states, only the people of
 * the case see it.
 */
export const secondLookStates = ['asked', 'open', 'answered', 'refused', 'ended'] as const;
export type SecondLookState = (typeof secondLookStates)[number];

/** The most days that a colleague sees a case, from the patient's consent. */
export const secondLookDays = 14;
