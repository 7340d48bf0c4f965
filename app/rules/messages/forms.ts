/** Labels of buttons in toasts. */
export const UNDO = 'Undo'
export const OPEN_TILL = 'Open the till'
export const START_SHOPPING = 'Start shopping'
export const VIEW_CART = 'View cart'
export const SIGN_IN = 'Sign in'

/** The state of a form's switch, in words. */
export const yesNo = (isOn: boolean) => (isOn ? 'Yes' : 'No')

/** A form's picture, in words. */
export const pictureNotice = (id: string, saved: string) =>
  id === '' ? '' : id === saved ? 'The saved one' : 'Another one'
