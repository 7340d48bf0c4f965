/** So long a status that staff have set can be taken back; its email leaves after that. */
export const UNDO_SECONDS = 10
