import { createRequire } from 'node:module';
import { describe, it } from 'node:test';

const require = createRequire(import.meta.url);
const { RuleTester } = require('eslint');
Object.assign(RuleTester, { describe, it, itOnly: it.only });

const tester = new RuleTester({
  languageOptions: { parser: require('@typescript-eslint/parser'), parserOptions: { ecmaFeatures: { jsx: true } } },
});
const inFile = (code) => ({ code, filename: 'Feature.tsx' });
const wrong = (messageId) => (code) => ({ ...inFile(code), errors: [{ messageId }] });

tester.run('a feature has no colour and no size of its own', require('../eslint/no-literal-look.js'), {
  valid: [
    'const Box = styled.div`padding: var(--space-4); margin: 0px; inline-size: 50%; letter-spacing: -0.01em; white-space: nowrap;`;',
    'const Box = styled(Card)<{ $wide: boolean }>`${from.desk} { inline-size: ${({ $wide }) => $wide && "100%"}; }`;',
    'const Box = styled.a`/* 2px of #fff */ color: inherit; grid-area: 1 / 2rempart;`;',
    'const columns = [{ width: "date", label: "9rem wide" }];',
    'new IntersectionObserver(see, { rootMargin: "600px" });',
    '<Pane width="form" columns={2} href="#main" style={{ inlineSize: "100%", margin: "0px" }} />',
    'const sentence = `blue 12px`;',
  ].map(inFile),
  invalid: [
    ...[
      'styled.div`color: #fff;`',
      'styled(Card)`color: RGB(0 0 0);`',
      'css`border: var(--border-hairline) solid red;`',
      'styled.p<{ $on: boolean }>`${({ $on }) => $on && "color: #1f222e;"}`',
    ].map(wrong('colour')),
    ...[
      'styled.div`gap: 12px;`',
      'styled.div.attrs({ role: "note" })`margin: -.5rem;`',
      'createGlobalStyle`html { scroll-padding: 5rem; }`',
      'styled.p`${({ $on }) => $on && css`inline-size: min(27rem, 100%);`}`',
    ].map(wrong('size')),
    ...[
      'const columns = [{ width: "9rem" }];',
      '<Pane width="12ch" />',
      '<p style={{ margin: "-4px" }} />',
      '<Pane gap={"1.5rem"} />',
    ].map(wrong('size')),
    ...['<Pane colour="#1f222e" />', 'const chart = { ink: "rgb(0 0 0)" };'].map(wrong('colour')),
  ],
});

tester.run('a feature has no word of its own', require('../eslint/no-literal-words.js'), {
  valid: [
    '<p>{t("lead")}</p>',
    '<p>– {count} / {total} · 112</p>',
    '<Card tone="warning" id="note" />',
    '<Field label={t("email")} hint="" />',
    '<p>{"–"}</p>',
    '<img alt="" />',
  ].map(inFile),
  invalid: [
    '<p>Anmelden</p>',
    '<p>{"Sign in"}</p>',
    '<>{`Fall ${number}`}</>',
    '<Field label="E-Mail" />',
    '<button aria-label={"Schließen"} />',
  ].map(wrong('word')),
});
