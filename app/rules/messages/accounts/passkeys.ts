/** Why a browser gave no passkey: in a file of their own, for they come with the screens of the sign-in. */
export const PASSKEY_FAILED = 'That did not work here. Please try again, or use your password.'
/** By the name of what a browser throws. */
export const PASSKEY_TROUBLES: Record<string, string> = {
  // Stopped by the person, timed out, no passkey there: browsers do not tell them apart.
  NotAllowedError: 'Nothing came from your device. You can try again.',
  InvalidStateError: 'This device has a passkey for your account already.',
}
