import { z } from 'zod'
import { findTillOf, type Till } from '../../../modules/till/devices/claim-till.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { TILL_NAME_MISSING } from '../../../rules/messages/till/till.ts'
import { isPublicKey } from '../../../rules/till/till-signature.ts'
import {
  type RequestArgs,
  requestContext,
  shopContext,
  type Visitor,
} from '../../../web/context.ts'
import { requireTill } from '../../../web/guards.ts'
import { jsonRefusal, jsonUnread, methodNotAllowed, readJson } from '../../../web/responses.ts'
import { readDevice } from '../../../web/till-device.ts'

type Params = Readonly<Record<string, string | undefined>>
type Args = RequestArgs & { params: Params }
export type AtTill = {
  shop: Shop
  visitor: Visitor
  actor: { userId: string; ip: string; role: Visitor['role'] }
}

/** The valid names of a till. */
export const tillName = z.string().trim().min(1, TILL_NAME_MISSING).max(40)

/** The public key of a device's signatures. */
export const publicKey = z.string().refine(isPublicKey, 'is not a key')

async function enter(args: Args): Promise<AtTill> {
  const visitor = await requireTill(args)
  const shop = args.context.get(shopContext)
  const { ip } = args.context.get(requestContext)
  return { shop, visitor, actor: { userId: visitor.userId, ip, role: visitor.role } }
}

/** Answers a GET of the till; refuses people who may not use a till first. */
export const answerTill =
  (answer: (at: AtTill, request: Request, params: Params) => Promise<Response>) =>
  async (args: Args) =>
    answer(await enter(args), args.request, args.params)

/** An act of the till without a body: its address says everything. */
export const pressAtTill = (
  act: (at: AtTill, request: Request, params: Params) => Promise<Response>,
) =>
  answerTill(async (at, request, params) =>
    request.method === 'POST' ? act(at, request, params) : methodNotAllowed('POST'),
  )

/** An act of the till with a JSON body; refuses with a message when it does not fit `schema`. */
export const actAtTill = <S extends z.ZodType>(
  schema: S,
  act: (at: AtTill, body: z.output<S>, request: Request, params: Params) => Promise<Response>,
  readText?: (text: string) => string,
) =>
  pressAtTill(async (at, request, params) => {
    const read = await readJson(request, schema, readText)
    return read.ok ? act(at, read.body, request, params) : jsonUnread(read.message)
  })

/** For an address that only accepts POST or GET: checks the guard first, then the method. */
export const onlyPost = answerTill(async () => methodNotAllowed('POST'))
export const onlyGet = answerTill(async () => methodNotAllowed('GET'))

/** The till of this device, if it is the one that the request names. */
export async function findOwnTill(
  { shop }: AtTill,
  request: Request,
  tillId?: string,
): Promise<Till | Response> {
  const device = readDevice(request)
  const till = device ? await findTillOf(shop.db, device) : undefined
  return till && (!tillId || till.id === tillId) ? till : jsonRefusal('till-not-this-device')
}
