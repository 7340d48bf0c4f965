/** What stands on the button of a toast. */
export const UNDO = 'Undo'
export const OPEN_TILL = 'Open the till'
export const START_SHOPPING = 'Start shopping'
export const VIEW_CART = 'View cart'
export const SIGN_IN = 'Sign in'

/** A switch of a form, in words. */
export const yesNo = (isOn: boolean) => (isOn ? 'Yes' : 'No')

/** How a picture of a form is told in words. */
export const pictureNotice = (id: string, saved: string) =>
  id === '' ? '' : id === saved ? 'The saved one' : 'Another one'
