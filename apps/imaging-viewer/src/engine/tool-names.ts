import type { MeasurementKind } from '@konsil/contracts/measurements';

/** The tools of the left mouse button or one finger. */
export const toolNames = [
  'window',
  'pan',
  'zoom',
  'scroll',
  'magnify',
  'length',
  'bidirectional',
  'angle',
  'cobb',
  'ellipse',
  'rectangle',
  'arrow',
] as const;
export type ToolName = (typeof toolNames)[number];
export type MeasuringTool = MeasurementKind;
export const measuringTools = [
  'length',
  'bidirectional',
  'angle',
  'cobb',
  'ellipse',
  'rectangle',
  'arrow',
] as const satisfies readonly (ToolName & MeasurementKind)[];
export const isMeasuring = (tool: ToolName): tool is MeasuringTool =>
  (measuringTools as readonly ToolName[]).includes(tool);
