/** The docs page of a component: what it is for, and what is for something else. */
export const usage = (use: string, instead: string) => ({
  docs: { description: { component: `**When to use.** ${use}\n\n**When not.** ${instead}` } },
});

/** Only for pages that are a whole screen. */
export const wholeScreen = { layout: 'fullscreen' };
