/** Names one press of a form. Not `randomUUID`: a shop in a local network is opened without https, too. */
export const makeRequestName = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
