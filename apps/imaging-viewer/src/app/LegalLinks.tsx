import { useWords } from './words.ts';

/** The legal pages, in the order of the portals' footers. */
const pages = [
  ['privacy', '/datenschutz'],
  ['imprint', '/impressum'],
] as const;

const portal = (): string => document.querySelector<HTMLMetaElement>('meta[name="konsil-portal"]')?.content ?? '';

/** Privacy notice and imprint in the portal; in a new tab, so that the images stay open. */
export function LegalLinks() {
  const { t } = useWords();
  return (
    <nav className="legal" aria-label={t('legal.label')}>
      {pages.map(([page, path]) => (
        <a key={page} href={`${portal()}${path}`} target="_blank" rel="noreferrer">
          {t(`legal.${page}`)}
        </a>
      ))}
    </nav>
  );
}
