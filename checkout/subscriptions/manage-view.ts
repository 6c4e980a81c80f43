import type { Currency } from '#contract/kit/money.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { ChargeState, SubscriptionState } from '#contract/subscription-states.ts'
import type { Language } from '#i18n/languages.ts'
import type { Assets, OrderView } from '../view.ts'
import type { UpcomingPayment } from './view.ts'

/** The page on which a customer sees to a subscription. Dates are in words; amounts in minor units of its currency. */
export type ManageView = ManagedView | LockedView

interface ManagePage {
  language: Language
  assets: Assets
  merchant: OrderView['merchant']
  environment: Environment
  /** Where the acts of the page are. */
  manageUrl: string
}

/** Without a session: a link opens it, and a new one can be asked for. Nothing of the subscription is shown. */
export interface LockedView extends ManagePage {
  state: 'locked'
}

export interface ManagedView extends ManagePage {
  state: 'open'
  status: SubscriptionState
  plan: string
  recurrence: string
  currency: Currency
  trialUntil: string
  isPaused: boolean
  pausedUntil: string
  /** When it ends, where it is cancelled to the period's end; else empty. */
  endsOn: string
  due: readonly DueCharge[]
  /** 'Visa •••• 4242'; empty without one. */
  method: string
  methodExpires: string
  /** Where it is changed; empty where nothing is charged any more. */
  methodUrl: string
  upcoming: readonly UpcomingPayment[]
  payments: readonly { on: string; minor: bigint; state: ChargeState; receiptUrl: string }[]
  mayCancel: boolean
  /** The end of the period that is paid; empty where none is running. */
  periodEnd: string
}

/** What is due, and may be paid or confirmed by hand. */
export interface DueCharge {
  minor: bigint
  payUrl: string
  /** Whether the bank wants it confirmed. */
  asks: boolean
  /** When it is tried again; empty where it is not. */
  again: string
}
