/** Icons of the viewer's own tools by purpose (lucide, ISC); the others come from the design system. */
export {
  Contrast as WindowIcon,
  Eclipse as InvertIcon,
  Eraser as ClearIcon,
  Images as SeriesIcon,
  Layers as ScrollIcon,
  Maximize as ResetIcon,
  Move as PanIcon,
  Pause as PauseIcon,
  Play as PlayIcon,
  RotateCwSquare as RotateIcon,
  Ruler as LengthIcon,
  Square as SingleIcon,
  TriangleRight as AngleIcon,
} from 'lucide-react';
