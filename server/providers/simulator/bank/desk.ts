import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Currency, toMinor } from '#contract/kit/money.ts'
import { isAtHome } from '../account-desk.ts'
import { closedDeskHtml } from '../account-desk-html.ts'
import type { Book } from '../book.ts'
import { readForms, sendPage } from '../send-page.ts'
import type { Bank } from './bank.ts'
import { bankAccountHtml, bankAccountsHtml, noBankAccountHtml } from './desk-html.ts'
import { bankActs } from './manners.ts'

interface BankDesk {
  book: Book
  bank: Bank
  /** Whether this machine alone can reach the simulator. */
  isLocal: boolean
}

/**
 * The bank's counter: a transfer onto a virtual account, and what a person at the bank does with a payout. It asks for no key, so it is
 * open on this machine alone, and to no button on a page of another origin.
 */
export function bankDesk(app: FastifyInstance, { book, bank, isLocal }: BankDesk): void {
  app.register(async (desk) => {
    readForms(desk)
    desk.addHook('onRequest', async (request, reply) => {
      if (!isLocal || !isAtHome(request)) return sendPage(reply.code(403), closedDeskHtml())
      return
    })

    desk.get('/desk/bank', (request, reply) => {
      const { account = '' } = Asked.parse(request.query)
      if (book.bank.account(account)) return reply.redirect(`/desk/bank/${account}`, 303)
      return sendPage(reply, bankAccountsHtml({ accounts: [...book.bank.accounts()], asked: account }))
    })

    desk.get<Named>('/desk/bank/:account', (request, reply) => {
      const account = book.bank.account(request.params.account)
      if (!account) return sendPage(reply.code(404), noBankAccountHtml())
      const payouts = [...book.bank.payouts()].filter(({ record }) => record.account_no === account.record.account_no)
      return sendPage(reply, bankAccountHtml(account, payouts.slice(-50).toReversed()))
    })

    desk.post<Named>('/desk/bank/:account', async (request, reply) => {
      const account = book.bank.account(request.params.account)
      const form = Form.safeParse(request.body)
      if (!account || !form.success) return sendPage(reply.code(404), noBankAccountHtml())
      const { account_no, currency } = account.record
      if ('key' in form.data) await bank.act(form.data.key, { act: form.data.act })
      else {
        const amount = toMinor(Number(form.data.amount), currency as Currency)
        if (typeof amount !== 'bigint' || amount <= 0n) return sendPage(reply.code(404), noBankAccountHtml())
        const transfer = { amount_minor: String(amount), currency: currency as Currency, payer: form.data.payer }
        await bank.deposit(`desk-${randomUUID()}`, account_no, transfer)
      }
      return reply.redirect(`/desk/bank/${account_no}`, 303)
    })
  })
}

type Named = { Params: { account: string } }
const Asked = z.object({ account: z.string().max(64).optional().catch('') })
const Form = z.union([
  z.strictObject({ amount: z.string().regex(/^\d{1,12}(\.\d{1,3})?$/), payer: z.string().max(140) }),
  z.strictObject({ key: z.string().min(1).max(255), act: z.enum(bankActs) }),
])
