/** A line break, unless there is an end of line or a space already. */
const breakAt = (edge: string): string => (/\S/.test(edge) ? '\n' : '');

/** Puts a snippet where the writing stopped in a field, on a line of its own; the caret goes behind it. */
export const insertSnippet = (field: HTMLTextAreaElement, text: string): void => {
  const { value, selectionStart: start, selectionEnd: end } = field;
  field.setRangeText(breakAt(value.charAt(start - 1)) + text + breakAt(value.charAt(end)), start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
