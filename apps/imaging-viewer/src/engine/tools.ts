import { eventTarget, getRenderingEngines, utilities as coreUtilities, type Types } from '@cornerstonejs/core';
import {
  addTool,
  AngleTool,
  annotation,
  BaseTool,
  Enums,
  init,
  LengthTool,
  PanTool,
  StackScrollTool,
  store,
  ToolGroupManager,
  utilities,
  WindowLevelTool,
  type Types as ToolTypes,
} from '@cornerstonejs/tools';
import type { Measures } from '../workbench/measurement-words.ts';
import { isMeasuring, type MeasuringTool, type ToolName } from './tool-names.ts';

const { MouseBindings } = Enums;
const groupId = 'konsil';

/** The library would draw an empty text box. */
class WithoutEmptyBox extends AngleTool {
  protected override renderLinkedTextBoxAnnotation(
    options: Parameters<AngleTool['renderLinkedTextBoxAnnotation']>[0],
  ): boolean {
    return options.textLines.length > 0 && super.renderLinkedTextBoxAnnotation(options);
  }
}

/** The library changes windows in its own units, and throws without them. */
class OurWindow extends WindowLevelTool {
  override mouseDragCallback(evt: ToolTypes.EventTypes.InteractionEventType): void {
    const { element, deltaPoints } = evt.detail as { element: HTMLDivElement; deltaPoints: { canvas: Types.Point2 } };
    moves.get(element)?.dragWindow(deltaPoints.canvas);
  }
}

interface Touches {
  element: HTMLDivElement;
  deltaPoints: { canvas: Types.Point2 };
  currentPoints: { canvas: Types.Point2 };
  currentPointsList: { canvas: Types.Point2 }[];
  lastPointsList: { canvas: Types.Point2 }[];
}
const apart = ([one, other]: { canvas: Types.Point2 }[]): number =>
  one && other ? Math.hypot(one.canvas[0] - other.canvas[0], one.canvas[1] - other.canvas[1]) : 0;

/** The library's zoom takes the canvas of a dense screen for twice its size. */
class OurZoom extends BaseTool {
  static override toolName = 'KonsilZoom';

  constructor(props = {}) {
    super(props, { supportedInteractionTypes: ['Mouse', 'Touch'], configuration: {} });
  }

  mouseDragCallback({ detail }: ToolTypes.EventTypes.InteractionEventType): void {
    const { element, deltaPoints, startPoints } = detail as unknown as Touches & {
      startPoints: { canvas: Types.Point2 };
    };
    moves.get(element)?.zoomBy(Math.exp(deltaPoints.canvas[1] / dragOfZoom), startPoints.canvas);
  }

  touchDragCallback({ detail }: ToolTypes.EventTypes.InteractionEventType): void {
    const { element, deltaPoints, currentPoints, currentPointsList, lastPointsList } = detail as unknown as Touches;
    const pane = moves.get(element);
    if (currentPointsList.length < 2) {
      pane?.zoomBy(Math.exp(deltaPoints.canvas[1] / dragOfZoom), currentPoints.canvas);
      return;
    }
    // Two fingers zoom by their distance, and take the picture along.
    const [now, before] = [apart(currentPointsList), apart(lastPointsList)];
    if (now > 0 && before > 0) pane?.zoomBy(now / before, currentPoints.canvas);
    pane?.panBy(...deltaPoints.canvas);
  }
}

/** What the tools need of a pane. */
interface ToolPane {
  id: string;
  engineId: string;
  element: HTMLDivElement;
  dragWindow(by: Types.Point2): void;
  zoomBy(factor: number, around: Types.Point2): void;
  panBy(right: number, down: number): void;
}
const moves = new WeakMap<HTMLDivElement, ToolPane>();
/** Drag distance in pixels that enlarges a picture about 2.7 times. */
const dragOfZoom = 200;

const classes = {
  window: OurWindow,
  pan: PanTool,
  zoom: OurZoom,
  scroll: StackScrollTool,
  length: LengthTool,
  angle: WithoutEmptyBox,
} as const satisfies Partial<Record<ToolName, unknown>>;

export interface ToolOptions {
  /** The text beside a measurement, empty if there is none; without a pixel size it is in pixels. */
  describe(imageId: string, measures: Measures): string;
}

export interface Tools {
  /** Enables the tools in a pane. */
  attach(pane: ToolPane): void;
  /** Assigns the left mouse button or one finger. */
  choose(tool: ToolName): void;
  /**
   * Draws and measures a length between two points of a picture, or an angle of three, like the mouse; calls back with
   * the text once drawn.
   */
  measure(
    tool: MeasuringTool,
    paneId: string,
    imageId: string,
    points: Types.Point3[],
    told: (words: string) => void,
  ): void;
  clearMeasurements(): void;
}

function setLook(): void {
  const styles = getComputedStyle(document.documentElement);
  const colour = (name: string): string => styles.getPropertyValue(name).trim();
  annotation.config.style.setDefaultToolStyles({
    global: {
      ...annotation.config.style.getDefaultToolStyles().global,
      color: colour('--color-turn-you'),
      colorHighlighted: colour('--color-focus'),
      colorSelected: colour('--color-turn-you'),
      textBoxColor: colour('--color-turn-you'),
      textBoxColorHighlighted: colour('--color-focus'),
      textBoxColorSelected: colour('--color-turn-you'),
      textBoxBackground: colour('--color-ground'),
      textBoxBorderRadius: 4,
      textBoxMargin: 4,
      textBoxFontFamily: 'Source Sans 3 Variable, sans-serif',
      textBoxFontSize: '15px',
      lineWidth: '2',
    },
  });
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
export function startTools({ describe }: ToolOptions): Tools {
  init();
  listenToOpenPanes();
  setLook();
  const group = ToolGroupManager.createToolGroup(groupId);
  if (!group) throw new Error('The tools were started twice.');
  const awaited = new WeakMap<object, (words: string) => void>();
  const getTextLines = (data: { cachedStats: Record<string, Measures> }, targetId: string): string[] => {
    const stats = data.cachedStats[targetId];
    if (!stats) return [];
    const words = describe(targetId.replace(/^imageId:/, ''), stats);
    if (!words) return [];
    awaited.get(data)?.(words);
    awaited.delete(data);
    return [words];
  };
  for (const [name, tool] of Object.entries(classes)) {
    addTool(tool);
    group.addTool(tool.toolName, isMeasuring(name as ToolName) ? { getTextLines } : {});
  }

  // The library measures shortly after it draws, and keeps its previous text meanwhile.
  eventTarget.addEventListener(
    Enums.Events.ANNOTATION_MODIFIED,
    ({ detail }: ToolTypes.EventTypes.AnnotationModifiedEventType) => {
      if (detail.changeType === Enums.ChangeTypes.StatsUpdated)
        utilities.triggerAnnotationRenderForViewportIds(group.getViewportIds());
    },
  );

  const choose = (chosen: ToolName): void => {
    for (const [name, { toolName }] of Object.entries(classes)) {
      const bindings = [
        ...(name === chosen ? [{ mouseButton: MouseBindings.Primary }] : []),
        ...(name === 'pan' ? [{ mouseButton: MouseBindings.Auxiliary }] : []),
        ...(name === 'zoom' ? [{ mouseButton: MouseBindings.Secondary }, { numTouchPoints: 2 }] : []),
        ...(name === 'scroll' ? [{ mouseButton: MouseBindings.Wheel }] : []),
      ];
      // Existing measurements can be moved with any tool.
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
    measure: (tool, paneId, imageId, points, told) => {
      const annotationUID = coreUtilities.uuidv4();
      classes[tool].hydrate(paneId, points, { annotationUID, referencedImageId: imageId });
      const made = annotation.state.getAnnotation(annotationUID);
      if (made) awaited.set(made.data, told);
    },
    clearMeasurements: () => {
      annotation.state.removeAllAnnotations();
      utilities.triggerAnnotationRenderForViewportIds(group.getViewportIds());
    },
  };
}
