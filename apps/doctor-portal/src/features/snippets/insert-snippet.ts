/** A line break, unless there is whitespace already. */
const breakAt = (edge: string): string => (/\S/.test(edge) ? '\n' : '');

/** Inserts a snippet at the cursor of a field, on its own line, and moves the cursor after it. */
export const insertSnippet = (field: HTMLTextAreaElement, text: string): void => {
  const { value, selectionStart: start, selectionEnd: end } = field;
  field.setRangeText(breakAt(value.charAt(start - 1)) + text + breakAt(value.charAt(end)), start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
