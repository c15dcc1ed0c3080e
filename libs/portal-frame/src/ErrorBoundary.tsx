import { Component, useCallback, useEffect, useState } from 'react';
import type { ErrorInfo, ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useSessionClient } from '@konsil/auth';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, ButtonLink, Card, Page, PageTitle, RetryIcon, Row, Stack } from '@konsil/ui';
import { publicTexts } from './texts.ts';

const isMissingCode = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script|preload/i.test(error.message);

const causeOf = (error: unknown): 'broken' | 'newVersion' | 'offline' => {
  if (!isMissingCode(error)) return 'broken';
  return navigator.onLine ? 'newVersion' : 'offline';
};

function BrokenPage({ error, home }: { error: unknown; home: string }) {
  const { t } = useTexts(publicTexts);
  const { t: c } = useCommon();
  const client = useSessionClient();
  const { pathname, search } = useLocation();
  const [place] = useState(() => causeOf(error));
  const reload = useCallback(() => client.leave(pathname + search), [client, pathname, search]);
  useEffect(() => {
    if (place !== 'offline') return;
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [place, reload]);
  return (
    <Page>
      <Card>
        <Stack>
          <PageTitle lead={t(`${place}.text`)}>{t(`${place}.title`)}</PageTitle>
          <Row>
            <Button icon={<RetryIcon />} onClick={reload}>
              {place === 'newVersion' ? c('words.reload') : c('words.retry')}
            </Button>
            {pathname !== home && (
              <ButtonLink to={home} variant="secondary">
                {t('notFound.home')}
              </ButtonLink>
            )}
          </Row>
        </Stack>
      </Card>
    </Page>
  );
}

interface Props {
  /** A changed key is another page, which resets the error. */
  page: string;
  /** The start page. */
  home: string;
  children: ReactNode;
}

/** Shows an error page when a page crashes; the frame around it stays usable. */
export class ErrorBoundary extends Component<Props, { error: unknown; page: string }> {
  override state = { error: null as unknown, page: this.props.page };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps({ page }: Props, state: { error: unknown; page: string }) {
    return page === state.page ? null : { error: null, page };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error(error, componentStack);
  }

  override render() {
    return this.state.error === null ? (
      this.props.children
    ) : (
      <BrokenPage error={this.state.error} home={this.props.home} />
    );
  }
}
