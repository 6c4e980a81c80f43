import type { FastifyInstance } from 'fastify'
import type { Book } from '../book.ts'
import { answer, found, KeyPath, keyOf, parsed, Refusal } from '../requests.ts'
import type { Bank } from './bank.ts'
import { bankManners, mannerByName, type BankManner } from './manners.ts'
import {
  AccountPath,
  AccountRequest,
  BankAct,
  DepositPath,
  DepositRequest,
  Destination,
  PayoutBody,
} from './requests.ts'
import { balanceView, payoutView } from './views.ts'

interface BankRoutes {
  book: Book
  bank: Bank
  durable: () => Promise<void>
}

/** Virtual accounts and payouts; for merchants' servers and gateways. */
export function bankRoutes(app: FastifyInstance, { book, bank, durable }: BankRoutes): void {
  app.post('/v1/accounts', async (request, reply) => {
    const body = parsed(AccountRequest, request.body)
    if (body.name.trim().toLowerCase() === 'sim no account')
      throw new Refusal(409, 'account_refused', 'The bank opens no account under this name.')
    return answer(reply, await bank.open(keyOf(request), body))
  })

  app.get('/v1/accounts/:account', async (request) => {
    const account = book.bank.account(parsed(AccountPath, request.params).account)
    if (!account) throw noAccount()
    const view = balanceView(account)
    await durable()
    return view
  })

  app.post('/v1/accounts/:account/deposits', async (request, reply) => {
    const { account } = parsed(AccountPath, request.params)
    const deposited = await bank.deposit(keyOf(request), account, parsed(DepositRequest, request.body))
    if (!deposited) throw noAccount()
    return answer(reply, deposited)
  })

  app.post('/v1/deposits/:deposit/return', async (request, reply) => {
    const returned = await bank.sendBack(keyOf(request), parsed(DepositPath, request.params).deposit)
    if (!returned)
      throw new Refusal(409, 'deposit_gone', 'There is no such deposit, or its money is not there any more.')
    return answer(reply, returned)
  })

  app.post('/v1/payouts', async (request, reply) => {
    const outcome = await bank.pay(keyOf(request), parsed(PayoutBody, request.body))
    if (outcome.kind !== 'lost') return answer(reply, outcome)
    reply.hijack()
    reply.raw.destroy()
    return reply
  })

  app.get('/v1/payouts/:key', async (request) => {
    const view = payoutView(found(book.bank.payout(parsed(KeyPath, request.params).key)))
    await durable()
    return view
  })

  app.post('/v1/name-checks', async (request) => {
    const { holder } = parsed(Destination, request.body)
    const { name }: BankManner = bankManners[mannerByName(holder)]
    const check = name ?? 'MATCH'
    return { check, name_at_bank: namesAtBank[check](holder) }
  })

  // The part of a person at the bank, for tests.
  app.post('/v1/control/payouts/:key', async (request) => {
    const { key } = parsed(KeyPath, request.params)
    found(book.bank.payout(key))
    return { changed: await bank.act(key, parsed(BankAct, request.body)) }
  })
}

const noAccount = () => new Refusal(404, 'account_not_found', 'There is no such virtual account.')

/** What the bank has as the holder's name. */
const namesAtBank: Record<'MATCH' | NonNullable<BankManner['name']>, (holder: string) => string> = {
  MATCH: (holder) => holder,
  CLOSE_MATCH: (holder) => `${holder}, Ltd`,
  NO_MATCH: () => 'Somebody Else',
  NOT_POSSIBLE: () => '',
}
