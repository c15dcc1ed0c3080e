/** The tools of the left mouse button or one finger. */
export const toolNames = ['window', 'pan', 'zoom', 'scroll', 'magnify', 'length', 'angle'] as const;
export type ToolName = (typeof toolNames)[number];
export const measuringTools = ['length', 'angle'] as const satisfies readonly ToolName[];
export type MeasuringTool = (typeof measuringTools)[number];
export const isMeasuring = (tool: ToolName): tool is MeasuringTool =>
  (measuringTools as readonly ToolName[]).includes(tool);
