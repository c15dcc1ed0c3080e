import { answerEffects } from './effects/answers.ts';
import { caseEffects } from './effects/cases.ts';
import { conversationEffects } from './effects/conversation.ts';
import { helperEffects } from './effects/helpers.ts';
import { recordEffects } from './effects/records.ts';
import type { EffectsOfSteps } from './record.ts';

/**
 * The effects of each step (docs/decisions/case-steps.md). A step without a row, and a row without a column, do not compile;
 * nothing else writes into a timeline, tells open pages or sends a notice.
 */
export const effects = {
  ...caseEffects,
  ...helperEffects,
  ...answerEffects,
  ...conversationEffects,
  ...recordEffects,
} as const satisfies EffectsOfSteps;
