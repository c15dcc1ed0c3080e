/**
 * A part of a long list of like things: every `nth`, from the first. The campaign `browser` takes all of them.
 */
export const shareOf = <T>(list: readonly T[], nth: number): T[] =>
  list.filter((_one, at) => process.env['EVERY_PART'] || at % nth === 0);
