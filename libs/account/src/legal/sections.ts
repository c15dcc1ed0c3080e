// @bundle route
export interface LegalSection {
  title?: string;
  paragraphs: string[];
}

/** Splits a text into sections: a line starting with `# ` is a heading, an empty line ends a paragraph. */
export const sectionsOf = (text: string): LegalSection[] =>
  text
    .split(/^(?=# )/m)
    .map((section): LegalSection => {
      const title = /^# (.+)/.exec(section)?.[1]?.trim();
      const rest = title === undefined ? section : section.replace(/^# .*/, '');
      const paragraphs = rest
        .split(/\n\s*\n/)
        .map((paragraph) => paragraph.trim())
        .filter((paragraph) => paragraph !== '');
      return { ...(title !== undefined && { title }), paragraphs };
    })
    .filter(({ title, paragraphs }) => title !== undefined || paragraphs.length > 0);
