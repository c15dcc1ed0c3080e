const usual = 240;

/** The beginning of a text in one line, cut between words after at most `longest` characters. */
export const excerptOf = (text: string, longest = usual): string => {
  // Only inspects as much of a long text as may be shown.
  const line = text
    .slice(0, 2 * longest)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).replace(/[.,;:–-]+$/, '')} …`;
};
