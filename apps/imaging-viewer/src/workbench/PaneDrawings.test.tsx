import { render, screen } from '@testing-library/react';
import { wordsIn, WordsProvider, type Language } from '../app/words.ts';
import type { PaneState, ShownDrawings } from '../engine/pane-state.ts';
import type { Image } from '../study/study.ts';
import { PaneDrawings } from './PaneDrawings.tsx';

const image = { instance: { url: '/dicom-web/studies/1/series/2/instances/3' } } as unknown as Image;

function show(drawings: ShownDrawings | null, language: Language = 'de', phase: PaneState['phase'] = 'shown') {
  const onToggle = jest.fn();
  render(
    <WordsProvider value={wordsIn(language)}>
      <PaneDrawings state={{ phase, drawings }} image={image} onToggle={onToggle} />
    </WordsProvider>,
  );
  return onToggle;
}

test.each<[Language, ShownDrawings['drawn'], RegExp]>([
  ['de', null, /^Dieses Bild enthält Einzeichnungen \(Overlays\), die hier nicht gezeigt werden/],
  ['en', null, /^This image contains drawings \(overlays\) that are not shown here/],
  ['de', 'shown', /^Dieses Bild enthält weitere Einzeichnungen/],
  ['en', 'hidden', /^This image contains further drawings/],
])('says beside the original that drawings cannot be shown (%s, %s)', (language, drawn, words) => {
  show({ drawn, missing: true }, language);
  expect(screen.getByRole('status')).toHaveTextContent(words);
  expect(screen.getByRole('link')).toHaveAttribute(
    'href',
    '/dicom-web/studies/1/series/2/instances/3?accept=application/dicom',
  );
});

test('drawings that cover a picture can be hidden and shown', () => {
  const onToggle = show({ drawn: 'shown', missing: false });
  screen.getByRole('button', { name: 'Einzeichnungen ausblenden' }).click();
  expect(onToggle).toHaveBeenCalledTimes(1);
  show({ drawn: 'hidden', missing: false });
  expect(screen.getByRole('button', { name: 'Einzeichnungen zeigen' })).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
});

test.each<[string, ShownDrawings | null, PaneState['phase']]>([
  ['without drawings', null, 'shown'],
  ['that is not shown', { drawn: 'shown', missing: true }, 'failed'],
])('a picture %s says nothing about them', (_name, drawings, phase) => {
  show(drawings, 'de', phase);
  expect(screen.queryByRole('button') ?? screen.queryByRole('status')).toBeNull();
});
