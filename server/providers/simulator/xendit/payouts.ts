import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { wireAmount, type XenditCurrency } from './amounts.ts'
import { BalanceQuery, Id, ListQuery, PayoutBody, TopUpBody } from './bodies.ts'
import { askers, deliver, inBook, notFound, paged, parsed, Refusal, type RouteParts } from './kit.ts'
import type { PayoutEntry } from './records.ts'
import { keyOf } from './views.ts'

/** Payouts, and the balances that they leave from: one for each currency of an account, which is a virtual account of the book. */
export function payoutRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { book, bank, shelf, show, enter, durable } = parts
  const { owner, owned, repeated } = askers(parts)

  app.post('/v2/payouts', async (request, reply) => {
    const body = parsed(PayoutBody, request.body)
    const { made, before } = repeated(request)
    if (!made) throw new Refusal(400, 'API_VALIDATION_ERROR', 'The header Idempotency-key is missing.')
    const { reference_id, channel_code, currency, description, channel_properties: to } = body
    if (countries[currency] !== channel_code.slice(0, 2))
      throw new Refusal(400, 'CHANNEL_CODE_NOT_SUPPORTED_ERROR', 'The channel does not take this currency.')
    const entry: PayoutEntry =
      before?.kind === 'payout'
        ? before
        : {
            kind: 'payout',
            ...owned(request),
            idempotency: made,
            id: `disb-${randomUUID()}`,
            reference_id,
            channel_code,
            ...to,
            amount_minor: inBook(body.amount, currency),
            currency,
            description,
          }
    // It is known at once, so that a repetition in between is the same payout.
    const entered = entry === before ? undefined : enter(entry)
    const answer = await bank.pay(keyOf(entry.id), {
      account_no: await balanceAccount(request, currency),
      amount_minor: entry.amount_minor,
      currency,
      to: {
        type: 'BANK',
        country: channel_code.slice(0, 2),
        holder: to.account_holder_name,
        number: to.account_number,
        bank_code: channel_code,
        bank_name: '',
        fields: {},
      },
      remarks: description,
      purpose: '',
      fee_payer: 'SENDER',
      callback_url: '',
    })
    await entered
    if (answer.kind !== 'lost') return deliver(reply, answer, () => show.payout(entry))
    reply.hijack()
    reply.raw.destroy()
    return reply
  })

  app.get('/v2/payouts', async (request) => {
    const { reference_id, limit, after_id } = parsed(ListQuery, request.query)
    if (!reference_id) throw new Refusal(400, 'API_VALIDATION_ERROR', 'reference_id is missing.')
    const found = shelf
      .of(owner(request), 'payout')
      .filter((each) => each.reference_id === reference_id && book.bank.payout(keyOf(each.id)))
    await durable()
    return { ...paged(found, limit, after_id, (each) => show.payout(each)), links: [] }
  })

  app.get('/v2/payouts/:id', async (request) => {
    const entry = shelf.byId(parsed(Id, request.params).id)
    if (entry?.kind !== 'payout' || entry.owner !== owner(request) || !book.bank.payout(keyOf(entry.id)))
      throw notFound()
    await durable()
    return show.payout(entry)
  })

  // Payouts leave from CASH; what payments took and has not been settled yet is in HOLDING.
  app.get('/balance', async (request) => {
    const { account_type, currency } = parsed(BalanceQuery, request.query)
    if (account_type === 'HOLDING') return { balance: wireAmount(String(heldMinor(request, currency)), currency) }
    const account = book.bank.account(await balanceAccount(request, currency))
    return { balance: wireAmount(String(account?.balanceMinor ?? 0n), currency) }
  })

  // In place of a transfer to Xendit.
  app.post('/balance/top_ups', async (request) => {
    const { amount, currency } = parsed(TopUpBody, request.body)
    const deposit = { amount_minor: inBook(amount, currency), currency, payer: '' }
    await bank.deposit(keyOf(`topup-${randomUUID()}`), await balanceAccount(request, currency), deposit)
    return { status: 'SUCCESSFUL' }
  })

  /** The virtual account of a balance, which is opened when it is first asked for. */
  async function balanceAccount(request: FastifyRequest, currency: XenditCurrency): Promise<string> {
    const name = `${currency} of ${owner(request)}`
    const key = keyOf(`balance ${name}`)
    await bank.open(key, { currency, name, customer_name: '', map_id: '', callback_url: '' })
    const opened = book.bank.asked(key)
    return opened?.type === 'bank_account' ? opened.account_no : ''
  }

  function heldMinor(request: FastifyRequest, currency: XenditCurrency): bigint {
    const paid = shelf.of(owner(request), 'request').map(({ id }) => book.payment(keyOf(id)))
    return paid
      .filter((each) => each?.record.currency === currency)
      .reduce((sum, each) => sum + (each ? each.capturedMinor - each.refundedMinor : 0n), 0n)
  }
}

/** Where payouts in a currency go. */
const countries: Partial<Record<XenditCurrency, string>> = { IDR: 'ID', MYR: 'MY', PHP: 'PH', THB: 'TH', VND: 'VN' }
