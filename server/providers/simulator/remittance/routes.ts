import type { FastifyInstance } from 'fastify'
import { BankAct } from '../bank/requests.ts'
import type { Book } from '../book.ts'
import { answer, found, KeyPath, keyOf, parsed, Refusal } from '../requests.ts'
import { settlementAccount } from '../settlement/credentials.ts'
import type { Remittances } from './remittances.ts'
import { AccountPath, QuoteRequest, RemittanceBody, SettleNow, WordFaultBody } from './requests.ts'
import { quoteView, remittanceView, wordView } from './views.ts'
import type { SettledWords } from './words.ts'

export interface RemittanceRoutes {
  book: Book
  remittances: Remittances
  words: SettledWords
  durable: () => Promise<void>
}

/** Rates, remittances and what is settled; for gateways. */
export function remittanceRoutes(app: FastifyInstance, { book, remittances, words, durable }: RemittanceRoutes): void {
  app.post('/v1/quotes', async (request, reply) =>
    reply.code(201).send(quoteView(await remittances.quote(parsed(QuoteRequest, request.body)))),
  )

  app.post('/v1/remittances', async (request, reply) => {
    const outcome = await remittances.send(keyOf(request), parsed(RemittanceBody, request.body))
    if (outcome.kind === 'quote_expired')
      throw new Refusal(409, 'quote_expired', 'The quote has run out, and nothing was taken.', 'quote_ref')
    if (outcome.kind !== 'lost') return answer(reply, outcome)
    reply.hijack()
    reply.raw.destroy()
    return reply
  })

  app.get('/v1/remittances/:key', async (request) => {
    const view = remittanceView(found(book.remittances.remittance(parsed(KeyPath, request.params).key)))
    await durable()
    return view
  })

  app.post('/v1/settlements/now', async (request) => {
    const { merchant } = parsed(SettleNow, request.body)
    return { settled: (await words.settleNow(settlementAccount(merchant, 'sandbox'))).map(wordView) }
  })

  // The part of a person at the bank, and of a provider that errs, for tests.
  app.post('/v1/control/remittances/:key', async (request) => {
    const { key } = parsed(KeyPath, request.params)
    found(book.remittances.remittance(key))
    return { changed: await remittances.act(key, parsed(BankAct, request.body)) }
  })
  app.post('/v1/control/settlements/:account/faults', async (request) => {
    const { account } = parsed(AccountPath, request.params)
    await words.spoil(account, parsed(WordFaultBody, request.body).fault)
    return { faults: book.remittances.faults(account) }
  })
}
