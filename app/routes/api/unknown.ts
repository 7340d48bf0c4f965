import { jsonRequestError } from '../../web/responses.ts'

const nothingHere = () => jsonRequestError('nothing-here')

export const loader = nothingHere
export const action = nothingHere
