import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accountHtml, accountsHtml, closedDeskHtml, noAccountHtml } from './account-desk-html.ts'
import { AccountManner, type AccountManners } from './account-manners.ts'
import { AccountName, type Dialect, isLoopback } from './dialect.ts'
import { readForms, sendPage } from './send-page.ts'

export interface AccountDeskParts {
  dialects: readonly Dialect[]
  manners: AccountManners
  /** Whether this machine alone can reach the simulator. */
  isLocal: boolean
}

/**
 * The desk at which a person makes an account ill and heals it, as `/v1/control/accounts` does for a program. It asks for no
 * key, so it is open on this machine alone, and to no button on a page of another origin.
 */
export function accountDesk(app: FastifyInstance, { dialects, manners, isLocal }: AccountDeskParts): void {
  app.register(async (desk) => {
    readForms(desk)
    desk.addHook('onRequest', async (request, reply) => {
      if (!isLocal || !isAtHome(request)) return sendPage(reply.code(403), closedDeskHtml())
      return
    })

    desk.get('/desk/accounts', (request, reply) => {
      const asked = AccountPath.safeParse(request.query)
      if (asked.success) return reply.redirect(pathOf(asked.data), 303)
      return sendPage(reply, accountsHtml({ dialects: dialects.map(({ name }) => name), accounts: manners.seen() }))
    })

    desk.get('/desk/accounts/:dialect/:account', (request, reply) => {
      const named = accountOf(request)
      return named ? sendPage(reply, accountHtml(named, manners.of(named.dialect, named.account))) : noAccount(reply)
    })

    desk.post('/desk/accounts/:dialect/:account', (request, reply) => {
      const named = accountOf(request)
      const form = DeskForm.safeParse(request.body)
      if (!named || !form.success) return noAccount(reply)
      const { dialect, account } = named
      const { act, ...wished } = form.data
      if (act === 'forget') manners.set(dialect, account, { ...manners.of(dialect, account), forget: true })
      else manners.set(dialect, account, act === 'heal' ? AccountManner.parse({}) : { ...wished, forget: false })
      return reply.redirect(pathOf(named), 303)
    })
  })

  function accountOf({ params }: FastifyRequest): AccountPath | null {
    const path = AccountPath.safeParse(params)
    return path.success && dialects.some(({ name }) => name === path.data.dialect) ? path.data : null
  }
}

/**
 * Asked for under a name of this machine; what changes something comes from a page of the desk. Browsers keep the origin of a
 * form from the desk to themselves, as its pages allow no referrer, and say that its site is the same.
 */
export const isAtHome = ({ method, headers: { host = '', origin, 'sec-fetch-site': site } }: FastifyRequest): boolean =>
  isLoopback(`http://${host}`) && (method === 'GET' || origin === `http://${host}` || site === 'same-origin')

const pathOf = ({ dialect, account }: AccountPath): string => `/desk/accounts/${dialect}/${account}`
const noAccount = (reply: FastifyReply): FastifyReply => sendPage(reply.code(404), noAccountHtml())

const AccountPath = z.object({ dialect: z.string().regex(/^[a-z]+$/), account: AccountName })
type AccountPath = z.infer<typeof AccountPath>

const { fault, slow_ms, times } = AccountManner.shape
/** Every field of a form is a text; an empty one is what a healthy account has. */
const DeskForm = z.strictObject({
  act: z.enum(['set', 'heal', 'forget']),
  fault: z.preprocess((text) => text || null, fault),
  slow_ms: z.preprocess(Number, slow_ms),
  times: z.preprocess((text) => (text === '' ? null : Number(text)), times),
})
