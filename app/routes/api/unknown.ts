import { requestErrors } from '../../rules/messages/general.ts'
import { json } from '../../web/responses.ts'

const nothingHere = () => json({ error: requestErrors['nothing-here'] }, 404)

export const loader = nothingHere
export const action = nothingHere
