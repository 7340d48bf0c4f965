/** Shown when a browser gave no passkey. In a file of its own, because the sign-in screens load it in the browser. */
export const PASSKEY_FAILED = 'That did not work here. Please try again, or use your password.'
/** By the name of the browser's error. */
export const PASSKEY_TROUBLES: Record<string, string> = {
  // Stopped by the person, timed out or no passkey on the device: browsers do not tell these apart.
  NotAllowedError: 'Nothing came from your device. You can try again.',
  InvalidStateError: 'This device has a passkey for your account already.',
}
