import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { Builder, By, Capabilities, until, type WebDriver, type WebElement } from 'selenium-webdriver';

/** True if the machine has WebKit and Xvfb (tools/webkit.mjs installs both where it may). */
export const hasWebKit = existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb');

/** Timeout of waits in a page. */
const patience = 60_000;

const aFreePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** A virtual screen with a given number: two that choose their own at once may collide. */
const startScreen = async (name: string, started: ChildProcess[]): Promise<void> => {
  const xvfb = spawn('Xvfb', [name, '-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  started.push(xvfb);
  // Xvfb writes in two steps and exits if nobody reads the second, so the pipe stays open.
  await once(xvfb.stdio[3] as Readable, 'data', { signal: AbortSignal.timeout(patience) });
};

// Runs in the page: finds elements by their text, in the dialog if there is one. Whitespace is normalised.
const finding = `
  const [kinds, words] = arguments;
  const plain = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const named = (id) => document.getElementById(id)?.textContent;
  const namesOf = (element) => [
    element.getAttribute('aria-label'), ...(element.getAttribute('aria-labelledby') ?? '').split(' ').map(named),
    ...(element.labels?.length ? [...element.labels].map((label) => label.textContent) : [element.textContent]),
  ];
  const place = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document;
  const found = [...place.querySelectorAll(kinds), ...document.querySelectorAll('[role=option]')]
    .find((element) => element.matches(kinds) && namesOf(element).some((name) => plain(name).startsWith(words)));
  found?.scrollIntoView({ block: 'center' });
  return found ?? null;
`;
const fields = 'input:not([type=hidden], [type=file]), textarea, select';
const actions = 'button, a[href], [role=option]';

/** A page in WebKit, the engine of every browser on an iPhone. Every action waits until it is possible. */
export class WebKitPage {
  private constructor(
    private readonly driver: WebDriver,
    private readonly started: readonly ChildProcess[],
    private readonly origin: string,
  ) {}

  /** A new window with a clean profile. Close it with `close`. */
  static async open(origin: string, size: { width: number; height: number }): Promise<WebKitPage> {
    const started: ChildProcess[] = [];
    process.once('exit', () => started.forEach((child) => child.kill()));
    const port = await aFreePort();
    const DISPLAY = `:${port}`;
    await startScreen(DISPLAY, started);
    started.push(
      spawn('WebKitWebDriver', [`--port=${port}`], {
        stdio: 'ignore',
        env: { ...process.env, DISPLAY, TZ: 'Europe/Berlin', NO_AT_BRIDGE: '1' },
      }),
    );
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/status`).then(
        ({ ok }) => ok,
        () => false,
      );
    for (const end = Date.now() + patience; !(await answers()); )
      if (Date.now() > end) throw new Error('WebKitWebDriver did not start');
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
      .build();
    await driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...size });
    return new WebKitPage(driver, started, origin);
  }

  async close(): Promise<void> {
    await this.driver.quit();
    for (const child of this.started) child.kill();
  }

  async goto(path: string): Promise<void> {
    await this.driver.get(this.origin + path);
  }

  async path(): Promise<string> {
    return new URL(await this.driver.getCurrentUrl()).pathname;
  }

  /** Waits for a text in the page, in one element or across several. */
  async sees(words: string): Promise<void> {
    await this.driver.wait(
      () =>
        this.driver.executeScript(
          'return (document.body?.innerText ?? "").replace(/\\s+/g, " ").includes(arguments[0])',
          words,
        ),
      patience,
      `"${words}" is not on the page`,
    );
  }

  /** Types into a field, or selects an option, by the beginning of its label. */
  async fill(label: string, text: string): Promise<void> {
    await this.act(fields, label, (field) => field.sendKeys(text));
  }

  /** Ticks a checkbox or picks a radio card, by the beginning of its label. */
  async choose(words: string): Promise<void> {
    await this.act('label', words, (label) => label.click());
  }

  /** Presses a button, follows a link or selects an option, by the beginning of its name. */
  async press(words: string): Promise<void> {
    await this.act(actions, words, (element) => element.click());
  }

  /**
   * Drags inside the element of a selector. Points are fractions of its width and height from its centre, -0.5 to 0.5.
   */
  async drag(selector: string, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    const element = await this.driver.wait(until.elementLocated(By.css(selector)), patience, selector);
    const { width, height } = await element.getRect();
    const at = ([x, y]: readonly [number, number]) => ({
      origin: element,
      x: Math.round(x * width),
      y: Math.round(y * height),
    });
    await this.driver
      .actions({ async: true })
      .move(at(from))
      .press()
      .move({ ...at(to), duration: 200 })
      .release()
      .perform();
  }

  /** Chooses files from disk. */
  async upload(files: readonly string[]): Promise<void> {
    const input = await this.driver.wait<WebElement>(
      () => this.driver.executeScript('return document.querySelector("input[type=file]")'),
      patience,
      'nowhere to choose files',
    );
    await input.sendKeys(files.join('\n'));
  }

  /** Returns a script's result in the page, once it is neither null nor undefined. */
  async read<T>(script: string): Promise<T> {
    return this.driver.wait<T>(() => this.driver.executeScript(script), patience, script) as Promise<T>;
  }

  // Elements may be re-rendered or covered for a moment: retry.
  private async act(kinds: string, words: string, how: (element: WebElement) => Promise<void>): Promise<void> {
    let trouble: unknown = 'it is not there';
    await this.driver
      .wait(async () => {
        try {
          const element: WebElement | null = await this.driver.executeScript(finding, kinds, words);
          if (!element) return false;
          await how(element);
          return true;
        } catch (error) {
          trouble = error;
          return false;
        }
      }, patience)
      .catch(async () => {
        const shown = await this.driver.executeScript('return document.body.innerText');
        throw new Error(`"${words}": ${String(trouble)}. The page says: ${String(shown)}`);
      });
  }
}
