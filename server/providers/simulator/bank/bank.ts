import { randomInt } from 'node:crypto'
import type { Alarms } from '../alarms.ts'
import type { Book } from '../book.ts'
import { newRef } from '../means.ts'
import { type Answer, digestOfRequest, newEventId, onceIn } from '../once.ts'
import type { Line } from '../records.ts'
import type { BankDeposit } from './book.ts'
import {
  bankManners,
  changeBy,
  mannerByName,
  stepOf,
  type BankManner,
  type BankReason,
  type TakenStep,
} from './manners.ts'
import type {
  BankAccountRecord,
  BankChangeRecord,
  BankDepositRecord,
  BankEffect,
  BankPayoutRecord,
  BankSentBackRecord,
} from './records.ts'
import type { AccountRequest, BankAct, DepositRequest, PayoutBody } from './requests.ts'
import { accountView, depositView, payoutView, type PayoutView } from './views.ts'

/** Virtual accounts, what comes onto them and is paid out of them. Each thing is done once for its key. */
export interface Bank {
  open(key: string, request: AccountRequest): Promise<Answer<unknown>>
  /** Undefined where there is no such account. */
  deposit(key: string, accountNo: string, request: DepositRequest): Promise<Answer<unknown> | undefined>
  /** Undefined where there is no such deposit, or its money is not there any more. */
  sendBack(key: string, depositRef: string): Promise<Answer<unknown> | undefined>
  /** `lost`: the connection is cut, and nothing was seen. */
  pay(key: string, request: PayoutBody): Promise<Answer<PayoutView> | { kind: 'lost' }>
  /** What a person at the bank does with a payout; false where it changes nothing. */
  act(key: string, act: BankAct): Promise<boolean>
  /** Takes up what was under way when the process ended. */
  resume(): void
}

interface BankParts {
  book: Book
  append: (line: Line) => Promise<void>
  durable: () => Promise<void>
  alarms: Alarms
  now: () => Date
  delayMs: number
  onEffect: (effect: BankEffect) => void
}

export function bank(parts: BankParts): Bank {
  const { book, append, alarms, now, delayMs, onEffect } = parts
  const once = onceIn(parts)
  const known = <T extends BankRecord['type']>(key: string, type: T) => {
    const record = book.bank.asked(key)
    return record?.type === type ? (record as Extract<BankRecord, { type: T }>) : undefined
  }
  const fresh = (key: string, digest: string) => ({ at: now().toISOString(), key, digest, ref: newRef() })

  function open(key: string, request: AccountRequest): Promise<Answer<unknown>> {
    const digest = digestOfRequest('account', request)
    const { currency, name, callback_url } = request
    return once<BankAccountRecord, unknown>(
      { key, digest, manner: {} },
      {
        known: known(key, 'bank_account'),
        decide: () => ({
          type: 'bank_account',
          ...fresh(key, digest),
          account_no: freeNumber(),
          currency,
          name,
          callback_url,
        }),
        done: () => undefined,
        view: accountView,
      },
    )
  }

  function freeNumber(): string {
    const number = `88${String(randomInt(10 ** 10)).padStart(10, '0')}`
    return book.bank.account(number) ? freeNumber() : number
  }

  async function deposit(
    key: string,
    accountNo: string,
    request: DepositRequest,
  ): Promise<Answer<unknown> | undefined> {
    const account = book.bank.account(accountNo)
    if (!account) return undefined
    if (account.record.currency !== request.currency) return { kind: 'currency_mismatch' }
    const digest = digestOfRequest('deposit', { accountNo, ...request })
    return once<BankDepositRecord, unknown>(
      { key, digest, manner: {} },
      {
        known: known(key, 'bank_deposit'),
        decide: () => ({
          type: 'bank_deposit',
          ...fresh(key, digest),
          event: newEventId(),
          account_no: accountNo,
          ...request,
        }),
        done: onEffect,
        view: depositView,
      },
    )
  }

  async function sendBack(key: string, depositRef: string): Promise<Answer<unknown> | undefined> {
    const before = known(key, 'bank_sent_back')
    const found = book.bank.deposit(depositRef)
    if (!before && !canGoBack(found)) return undefined
    const digest = digestOfRequest('sent_back', { depositRef })
    return once<BankSentBackRecord, unknown>(
      { key, digest, manner: {} },
      {
        known: before,
        decide: () => ({ type: 'bank_sent_back', ...fresh(key, digest), deposit: depositRef }),
        done: () => undefined,
        view: ({ deposit: ref }) => ({ kind: 'sent_back', key, deposit: ref }),
      },
    )
  }
  const canGoBack = (found: BankDeposit | undefined): boolean =>
    found !== undefined &&
    !found.isSentBack &&
    (book.bank.account(found.record.account_no)?.balanceMinor ?? 0n) >= BigInt(found.record.amount_minor)

  async function pay(key: string, request: PayoutBody): Promise<Answer<PayoutView> | { kind: 'lost' }> {
    const { account_no, amount_minor, currency, callback_url, to } = request
    const manner = mannerByName(to.holder)
    const { steps, answer }: BankManner = bankManners[manner]
    const digest = digestOfRequest('payout', request)
    if (answer === 'lost' && !book.isKnown(key) && book.fault(key) === undefined) {
      await append({ type: 'fault', at: now().toISOString(), key, digest })
      return { kind: 'lost' }
    }
    return once<BankPayoutRecord, PayoutView>(
      { key, digest, manner: answer && answer !== 'lost' ? { answer } : {} },
      {
        known: known(key, 'bank_payout'),
        decide() {
          const first = steps[0]
          const reason = refusalOf(request) ?? (first?.delays === 0 ? first.reason : undefined)
          return {
            type: 'bank_payout',
            ...fresh(key, digest),
            event: newEventId(),
            account_no,
            amount_minor,
            currency,
            to: {
              type: to.type,
              holder: to.holder,
              number: to.type === 'CARD' ? to.number.slice(-4) : to.number,
              bank_code: to.bank_code,
            },
            manner,
            status: reason ? 'failed' : 'pending',
            ...(reason && { reason }),
            callback_url,
          }
        },
        done(record) {
          onEffect(record)
          follow(record)
        },
        view: firstView,
      },
    )
  }

  function refusalOf({ account_no, amount_minor, currency }: PayoutBody): BankReason | undefined {
    const account = book.bank.account(account_no)
    if (!account) return 'unknown_account'
    if (account.record.currency !== currency) return 'other_currency'
    return account.balanceMinor < BigInt(amount_minor) ? 'not_enough' : undefined
  }

  /** Has the steps of a payout happen when they are due, unless somebody at the bank acts before. */
  function follow(record: BankPayoutRecord): void {
    if (record.status === 'failed') return
    const begun = new Date(record.at).getTime()
    const { steps }: BankManner = bankManners[record.manner]
    for (const step of steps)
      alarms.at(new Date(begun + step.delays * delayMs), async () => void (await take(record.key, step)))
  }

  async function take(key: string, step: TakenStep): Promise<boolean> {
    const payout = book.bank.payout(key)
    const changed = payout && changeBy(step, { ...payout, amountMinor: BigInt(payout.record.amount_minor) })
    if (!changed) return false
    const change: BankChangeRecord = {
      type: 'bank_change',
      at: now().toISOString(),
      key,
      event: newEventId(),
      ...changed,
    }
    await append(change)
    onEffect(change)
    return true
  }

  return {
    open,
    deposit,
    sendBack,
    pay,
    act: (key, act) => take(key, stepOf(act)),
    resume() {
      for (const { record, status } of book.bank.payouts())
        if (status === 'pending' || status === 'paid') if (!record.past) follow(record)
    },
  }
}

type BankRecord = BankAccountRecord | BankDepositRecord | BankSentBackRecord | BankPayoutRecord

/** As first recorded: the answer to each request with its key. */
const firstView = (record: BankPayoutRecord): PayoutView =>
  payoutView({ record, status: record.status, reason: record.reason, returnedMinor: 0n })
