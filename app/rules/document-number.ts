/** The number of an order or of a sale at the till: the prefix is a setting, the year and the rest count up. */
const DOCUMENT_NUMBER = /^[A-Z]{1,6}-\d{4}-\d{1,12}$/

/** Whether a text, in capitals, has the form of such a number; no order or sale need have it. */
export const isDocumentNumber = (text: string) => DOCUMENT_NUMBER.test(text)
