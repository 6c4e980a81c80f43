import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isAtHome } from '../account-desk.ts'
import { closedDeskHtml } from '../account-desk-html.ts'
import { bankActs } from '../bank/manners.ts'
import { AccountName } from '../dialect.ts'
import { readForms, sendPage } from '../send-page.ts'
import { noRemittanceHtml, remittanceDeskHtml, settledWordsHtml } from './desk-html.ts'
import { wordFaults } from './records.ts'
import type { RemittanceRoutes } from './routes.ts'

interface RemittanceDesk extends Omit<RemittanceRoutes, 'durable'> {
  now: () => Date
  /** Whether this machine alone can reach the simulator. */
  isLocal: boolean
}

/**
 * The desk of remittance: quotes that may be used, what a person at the bank does with a remittance, and what is settled when and with which
 * fault. It asks for no key, so it is open on this machine alone, and to no button on a page of another origin.
 */
export function remittanceDesk(app: FastifyInstance, { book, remittances, words, now, isLocal }: RemittanceDesk): void {
  app.register(async (desk) => {
    readForms(desk)
    desk.addHook('onRequest', async (request, reply) => {
      if (!isLocal || !isAtHome(request)) return sendPage(reply.code(403), closedDeskHtml())
      return
    })

    desk.get('/desk/remittances', (_, reply) =>
      sendPage(
        reply,
        remittanceDeskHtml({
          accounts: words.accounts(),
          remittances: [...book.remittances.remittances()].slice(-50).toReversed(),
          quotes: book.remittances.quotes(now()).slice(-20).toReversed(),
        }),
      ),
    )
    desk.post('/desk/remittances', async (request, reply) => {
      const form = Act.safeParse(request.body)
      if (!form.success) return sendPage(reply.code(404), noRemittanceHtml())
      await remittances.act(form.data.key, form.data)
      return reply.redirect('/desk/remittances', 303)
    })

    desk.get<Named>('/desk/remittances/:account', (request, reply) => {
      const { data: account } = AccountName.safeParse(request.params.account)
      if (!account) return sendPage(reply.code(404), noRemittanceHtml())
      return sendPage(
        reply,
        settledWordsHtml({
          account,
          underWay: words.underWay(account),
          told: book.remittances.words(account).slice(-40).toReversed(),
          faults: book.remittances.faults(account),
        }),
      )
    })
    desk.post<Named>('/desk/remittances/:account', async (request, reply) => {
      const { data: account } = AccountName.safeParse(request.params.account)
      const form = Settle.safeParse(request.body)
      if (!account || !form.success) return sendPage(reply.code(404), noRemittanceHtml())
      await (form.data.act === 'settle' ? words.settleNow(account) : words.spoil(account, form.data.act))
      return reply.redirect(`/desk/remittances/${account}`, 303)
    })
  })
}

type Named = { Params: { account: string } }
const Act = z.strictObject({ key: z.string().min(1).max(255), act: z.enum(bankActs) })
const Settle = z.strictObject({ act: z.enum(['settle', ...wordFaults]) })
