import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isAtHome } from '../account-desk.ts'
import { closedDeskHtml } from '../account-desk-html.ts'
import { AccountName } from '../dialect.ts'
import { readForms, sendPage } from '../send-page.ts'
import { noSettlementHtml, settledAccountHtml, settledAccountsHtml } from './desk-html.ts'
import { Flaw, flawKinds } from './records.ts'
import { FileQuery, sendFile, type SettlementRoutes } from './routes.ts'

/**
 * The desk of settlement: closes the day, shows how to fetch the files and gives them flaws. It asks for no key, so it is open on
 * this machine alone, and to no button on a page of another origin.
 */
export function settlementDesk(
  app: FastifyInstance,
  { settlement, sftp, passwordOf, now, isLocal }: SettlementRoutes & { isLocal: boolean },
): void {
  app.register(async (desk) => {
    readForms(desk)
    desk.addHook('onRequest', async (request, reply) => {
      if (!isLocal || !isAtHome(request)) return sendPage(reply.code(403), closedDeskHtml())
      return
    })

    desk.get('/desk/settlement', (_, reply) =>
      sendPage(reply, settledAccountsHtml({ accounts: settlement.accounts(), sftp })),
    )
    desk.post('/desk/settlement', async (request, reply) => {
      const form = z.strictObject({ act: z.enum(['close', 'host_key']) }).safeParse(request.body)
      if (!form.success) return sendPage(reply.code(404), noSettlementHtml())
      await (form.data.act === 'close' ? settlement.cut() : sftp.changeHostKey())
      return reply.redirect('/desk/settlement', 303)
    })

    desk.get<Named>('/desk/settlement/:account', (request, reply) => {
      const { data: account } = AccountName.safeParse(request.params.account)
      if (!account) return sendPage(reply.code(404), noSettlementHtml())
      const files = settlement.files(account).slice(-40).toReversed()
      const today = now().toISOString().slice(0, 10)
      const password = passwordOf(account)
      return sendPage(
        reply,
        settledAccountHtml({ account, files, sftp, password, flaws: settlement.flaws(account), today }),
      )
    })
    desk.get<Named>('/desk/settlement/:account/file', async (request, reply) => {
      const query = FileQuery.safeParse(request.query)
      if (!query.success) return sendPage(reply.code(404), noSettlementHtml())
      return sendFile(reply, settlement, { account: request.params.account, path: query.data.path })
    })
    desk.post<Named>('/desk/settlement/:account', async (request, reply) => {
      const { data: account } = AccountName.safeParse(request.params.account)
      const form = Form.safeParse(request.body)
      if (!account || !form.success) return sendPage(reply.code(404), noSettlementHtml())
      if (form.data.act === 'heal') await settlement.heal(account)
      else await settlement.spoil(account, form.data.flaw)
      return reply.redirect(`/desk/settlement/${account}`, 303)
    })
  })
}

type Named = { Params: { account: string } }
const Form = z.union([
  z.strictObject({ act: z.literal('heal') }),
  z
    .strictObject({
      act: z.literal('spoil'),
      kind: z.enum(flawKinds),
      day: z.iso.date(),
      reference: z.string().max(255),
      payout: z.enum(['follows', 'stays']),
    })
    .transform(({ act, reference, ...flaw }) => ({
      act,
      flaw: Flaw.parse({ ...flaw, ...(reference && { reference }) }),
    })),
])
