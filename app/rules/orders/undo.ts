/** How long staff can undo a status that they have set; its email is sent after that. */
export const UNDO_SECONDS = 10
