import { getRenderingEngines, type Types } from '@cornerstonejs/core';
import {
  addTool,
  BaseTool,
  Enums,
  init,
  PanTool,
  StackScrollTool,
  store,
  ToolGroupManager,
  WindowLevelTool,
  type Types as ToolTypes,
} from '@cornerstonejs/tools';
import type { ToolName } from './tool-names.ts';
import { gestureOf, zoomOfDrag } from './touches.ts';

const { MouseBindings } = Enums;
const groupId = 'konsil';

/** The library changes windows in its own units, and throws without them. */
class OurWindow extends WindowLevelTool {
  override mouseDragCallback(evt: ToolTypes.EventTypes.InteractionEventType): void {
    const { element, deltaPoints } = evt.detail as { element: HTMLDivElement; deltaPoints: { canvas: Types.Point2 } };
    moves.get(element)?.dragWindow(deltaPoints.canvas);
  }
}

interface TouchDetail {
  element: HTMLDivElement;
  deltaPoints: { canvas: Types.Point2 };
  currentPoints: { canvas: Types.Point2 };
  currentPointsList: { canvas: Types.Point2 }[];
  lastPointsList: { canvas: Types.Point2 }[];
}
const spotsOf = (points: { canvas: Types.Point2 }[]): Types.Point2[] => points.map(({ canvas }) => canvas);

/** The library's zoom takes the canvas of a dense screen for twice its size. */
class OurZoom extends BaseTool {
  static override toolName = 'KonsilZoom';

  constructor(props = {}) {
    super(props, { supportedInteractionTypes: ['Mouse', 'Touch'], configuration: {} });
  }

  mouseDragCallback({ detail }: ToolTypes.EventTypes.InteractionEventType): void {
    const { element, deltaPoints, startPoints } = detail as unknown as TouchDetail & {
      startPoints: { canvas: Types.Point2 };
    };
    moves.get(element)?.zoomBy(zoomOfDrag(deltaPoints.canvas[1]), startPoints.canvas);
  }

  touchDragCallback({ detail }: ToolTypes.EventTypes.InteractionEventType): void {
    const { element, deltaPoints, currentPoints, currentPointsList, lastPointsList } = detail as unknown as TouchDetail;
    const { factor, pan } = gestureOf({
      now: spotsOf(currentPointsList),
      before: spotsOf(lastPointsList),
      by: deltaPoints.canvas,
    });
    const pane = moves.get(element);
    if (factor !== 1) pane?.zoomBy(factor, currentPoints.canvas);
    if (currentPointsList.length > 1) pane?.panBy(...pan);
  }
}

/** The parts of a pane that tools use. */
interface ToolPane {
  id: string;
  engineId: string;
  element: HTMLDivElement;
  dragWindow(by: Types.Point2): void;
  zoomBy(factor: number, around: Types.Point2): void;
  panBy(right: number, down: number): void;
}
const moves = new WeakMap<HTMLDivElement, ToolPane>();

const classes = {
  window: OurWindow,
  pan: PanTool,
  zoom: OurZoom,
  scroll: StackScrollTool,
} as const satisfies Partial<Record<ToolName, unknown>>;

export interface Tools {
  /** Enables the tools in a pane. */
  attach(pane: ToolPane): void;
  /** Assigns the left mouse button or one finger. Measuring is our own tool, so the library then ignores both. */
  choose(tool: ToolName): void;
}

/** The library only observes new panes; existing ones must be registered. */
function listenToOpenPanes(): void {
  for (const { element, id } of getRenderingEngines()?.flatMap((engine) => engine.getViewports()) ?? []) {
    store.addEnabledElement(
      new CustomEvent('open', { detail: { element, viewportId: id } }) as Parameters<typeof store.addEnabledElement>[0],
    );
  }
}

/** Loads the tools; they are heavy, so the first picture does not wait for them. */
export function startTools(): Tools {
  init();
  listenToOpenPanes();
  const group = ToolGroupManager.createToolGroup(groupId);
  if (!group) throw new Error('The tools were started twice.');
  for (const tool of Object.values(classes)) {
    addTool(tool);
    group.addTool(tool.toolName);
  }

  const choose = (chosen: ToolName): void => {
    for (const [name, { toolName }] of Object.entries(classes)) {
      const bindings = [
        ...(name === chosen ? [{ mouseButton: MouseBindings.Primary }] : []),
        ...(name === 'pan' ? [{ mouseButton: MouseBindings.Auxiliary }] : []),
        ...(name === 'zoom' ? [{ mouseButton: MouseBindings.Secondary }, { numTouchPoints: 2 }] : []),
        ...(name === 'scroll' ? [{ mouseButton: MouseBindings.Wheel }] : []),
      ];
      group.setToolPassive(toolName, { removeAllBindings: true });
      if (bindings.length > 0) group.setToolActive(toolName, { bindings });
    }
  };
  return {
    choose,
    attach: (pane) => {
      moves.set(pane.element, pane);
      group.addViewport(pane.id, pane.engineId);
    },
  };
}
