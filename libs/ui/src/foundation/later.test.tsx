import { act, render, screen } from '@testing-library/react';
import { Suspense, use, type ComponentType } from 'react';
import { later } from './later';

const Greeting = ({ name }: { name: string }) => <p>Guten Tag, {name}</p>;
const waitingFor = jest.fn<Promise<ComponentType<{ name: string }>>, []>();

describe('A lazy component', () => {
  afterEach(() => jest.useRealTimers());

  it('shows the placeholder at first and renders at once the next time', async () => {
    waitingFor.mockResolvedValue(Greeting);
    const Later = later(waitingFor);
    const { unmount } = render(<Later name="Ada" meanwhile={<p>Einen Augenblick</p>} />);
    expect(screen.getByText('Einen Augenblick')).toBeVisible();
    expect(await screen.findByText('Guten Tag, Ada')).toBeVisible();
    expect(screen.queryByText('Einen Augenblick')).not.toBeInTheDocument();
    unmount();

    render(<Later name="Grace" />);
    expect(screen.getByText('Guten Tag, Grace')).toBeVisible();
    expect(waitingFor).toHaveBeenCalledTimes(1);
  });

  it('retries after its code could not be fetched', async () => {
    jest.useFakeTimers();
    waitingFor.mockRejectedValueOnce(new TypeError('no connection')).mockResolvedValue(Greeting);
    const Later = later(waitingFor);
    render(<Later name="Ada" />);
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(screen.queryByText('Guten Tag, Ada')).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(screen.getByText('Guten Tag, Ada')).toBeVisible();
  });

  it('does not shift the page while its texts load', async () => {
    let arrive: (name: string) => void = () => undefined;
    const texts = new Promise<string>((arrives) => (arrive = arrives));
    const Later = later(async () => () => <Greeting name={use(texts)} />);
    await act(async () => {
      render(
        <Suspense fallback={<p>Wird geladen</p>}>
          <h1>Start</h1>
          <Later meanwhile={<p>Einen Augenblick</p>} />
        </Suspense>,
      );
    });
    expect(screen.getByRole('heading', { name: 'Start' })).toBeVisible();
    expect(screen.getByText('Einen Augenblick')).toBeVisible();
    await act(async () => arrive('Ada'));
    expect(screen.getByText('Guten Tag, Ada')).toBeVisible();
  });

  it('does not retry once it is unmounted', async () => {
    jest.useFakeTimers();
    waitingFor.mockReset().mockRejectedValue(new TypeError('no connection'));
    const Later = later(waitingFor);
    render(<Later name="Ada" />).unmount();
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(waitingFor).toHaveBeenCalledTimes(1);
  });
});
