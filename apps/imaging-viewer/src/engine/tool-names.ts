/** What the left mouse button or one finger can do. */
export const toolNames = ['window', 'pan', 'zoom', 'scroll', 'length', 'angle'] as const;
export type ToolName = (typeof toolNames)[number];
