const usual = 240;

/** The beginning of a text in one line, cut between words after `longest` characters at most. */
export const excerptOf = (text: string, longest = usual): string => {
  // Of a long text only what may be shown is looked at.
  const line = text
    .slice(0, 2 * longest)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).replace(/[.,;:–-]+$/, '')} …`;
};
