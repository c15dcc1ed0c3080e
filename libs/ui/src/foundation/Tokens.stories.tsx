import type { Meta, StoryObj } from '@storybook/react-vite';
import { styled } from 'styled-components';
import { useSay } from '../../.storybook/say';
import { usage } from '../../.storybook/usage';
import { Section } from '../layout/Section';
import { Stack } from '../layout/Stack';
import { Text } from '../layout/Text';
import * as icons from './icons';
import { token } from './tokens';

const meta: Meta = {
  title: 'Foundation/Tokens',
  parameters: usage(
    'Every colour, size and time in a feature: `token.color.textMuted`, `token.space.stack`. The name says the job; the portal, the ground, the scheme and the person’s settings decide the value.',
    'Never write a literal colour or size outside libs/ui, and never override a token inside a feature.',
  ),
};
export default meta;

const Swatches = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
  gap: var(--space-3);
  font-size: var(--font-size-caption);
`;
const Swatch = styled.span<{ $color: string }>`
  display: block;
  block-size: 3rem;
  border: 1px solid var(--color-border-control);
  border-radius: var(--radius-control);
  background: ${({ $color }) => $color};
`;
const Bar = styled.span<{ $size: string }>`
  display: block;
  inline-size: ${({ $size }) => $size};
  block-size: 1rem;
  background: var(--color-action);
`;
const Sheet = styled.li<{ $radius?: string; $shadow?: string }>`
  padding: var(--space-4);
  background: var(--color-surface);
  border: 1px solid var(--color-border);
  border-radius: ${({ $radius }) => $radius};
  box-shadow: ${({ $shadow }) => $shadow};
`;

export const Colours: StoryObj = {
  render: () => (
    <Swatches>
      {Object.entries(token.color).map(([name, value]) => (
        <li key={name}>
          <Swatch $color={value} />
          {name}
        </li>
      ))}
    </Swatches>
  ),
};

export const Type: StoryObj = {
  render: function Sizes() {
    const say = useSay();
    return (
      <Stack gap={4}>
        <h1>{say('Überschrift 1: Knoten in der Schilddrüse', 'Heading 1: Nodule in the thyroid')}</h1>
        <h2>{say('Überschrift 2: Weitere Unterlagen nötig', 'Heading 2: Further documents needed')}</h2>
        <h3>{say('Überschrift 3: Ihre Fragen', 'Heading 3: Your questions')}</h3>
        <Text as="p" size="lead">
          {say('Einleitung: Sie fragen. Ihre Ärztin antwortet.', 'Lead: You ask. Your doctor answers.')}
        </Text>
        <p>{say('Text: 1.234,5 µg am 14.03.2026, Größe 2,3 cm', 'Body: 1,234.5 µg on 14 March 2026, size 2.3 cm')}</p>
        <Text as="p" size="small">
          {say('Klein', 'Small')}
        </Text>
        <Text as="p" size="caption" tone="muted">
          {say('Bildunterschrift, gedämpft', 'Caption, muted')}
        </Text>
      </Stack>
    );
  },
};

export const SpaceAndShape: StoryObj = {
  render: function Sizes() {
    const say = useSay();
    return (
      <Stack>
        <Section title={say('Abstände', 'Space')}>
          {Object.entries(token.space).map(([name, value]) => (
            <div key={name}>
              {name}
              <Bar $size={value} />
            </div>
          ))}
        </Section>
        <Section title={say('Ecken', 'Radius')}>
          <Swatches>
            {Object.entries(token.radius).map(([name, value]) => (
              <Sheet key={name} $radius={value}>
                {name}
              </Sheet>
            ))}
          </Swatches>
        </Section>
        <Section title={say('Höhe über der Seite', 'Elevation')}>
          <Swatches>
            {Object.entries(token.shadow).map(([name, value]) => (
              <Sheet key={name} $radius={token.radius.card} $shadow={value}>
                {name}
              </Sheet>
            ))}
          </Swatches>
        </Section>
      </Stack>
    );
  },
};

export const Icons: StoryObj = {
  render: () => (
    <Swatches>
      {Object.entries(icons).map(([name, Icon]) => (
        <li key={name}>
          <Icon />
          <br />
          {name}
        </li>
      ))}
    </Swatches>
  ),
};
