// Key and shape are next-auth's, so that its client in another tab understands ours (docs/sign-in-protocol.md).
const key = 'nextauth.message';

export type Trigger = 'getSession' | 'signout';
interface Message {
  event: 'session';
  data: { trigger: Trigger };
  timestamp: number;
}

/** Tells other tabs that the session changed. Without storage they notice with their next request. */
export const notifyTabs = (trigger: Trigger): void => {
  const message: Message = { event: 'session', data: { trigger }, timestamp: Date.now() / 1000 };
  try {
    localStorage.setItem(key, JSON.stringify(message));
  } catch {
    // No storage, or a full one.
  }
};

/** Listens to other tabs; returns the unsubscribe function. */
export const listenToTabs = (heard: (trigger: Trigger) => void): (() => void) => {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key || !event.newValue) return;
    const message = JSON.parse(event.newValue) as Partial<Message>;
    if (message.event === 'session' && message.data) heard(message.data.trigger);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};
