// @bundle route
/**
 * The code of an SMS that the browser hands over (WebOTP), after its own question. Never settles in browsers without it:
 * there the keyboard offers the code (`autocomplete="one-time-code"`), or it is typed.
 */
export const codeFromSms = (signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => {
    if (!('OTPCredential' in window)) return;
    const request = { otp: { transport: ['sms'] }, signal } as CredentialRequestOptions;
    navigator.credentials.get(request).then(
      (found) => {
        // Extensions that answer in the browser's place may have none.
        const code = found && 'code' in found ? found.code : undefined;
        if (typeof code === 'string' && code) resolve(code);
      },
      // Refused, or the page was left.
      () => undefined,
    );
  });
