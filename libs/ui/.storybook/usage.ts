/** The docs page of a component: its use, and the alternatives for other uses. */
export const usage = (use: string, instead: string) => ({
  docs: { description: { component: `**When to use.** ${use}\n\n**When not.** ${instead}` } },
});

/** For stories of whole screens. */
export const wholeScreen = { layout: 'fullscreen' };
