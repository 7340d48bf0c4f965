const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether the database accepts a text as a UUID. */
export const isUuid = (text: string) => UUID.test(text)
