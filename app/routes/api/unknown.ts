import { json } from '../../web/responses.ts'

const nothingHere = () => json({ error: 'There is nothing at this address.' }, 404)

export const loader = nothingHere
export const action = nothingHere
