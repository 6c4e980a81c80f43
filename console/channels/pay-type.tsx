import { createContext, use, type ReactNode } from 'react'
import { channelRules, type PayType } from '#contract/channel-catalogue/entry.ts'

/** The screens and the rule of channels of one pay type. */
const kinds = {
  PAYIN: { payType: 'PAYIN', rule: channelRules.PAYIN, list: 'paymentChannels', one: 'paymentChannel' },
  PAYOUT: { payType: 'PAYOUT', rule: channelRules.PAYOUT, list: 'payoutChannels', one: 'payoutChannel' },
} as const
const Kind = createContext<(typeof kinds)[PayType]>(kinds.PAYIN)

/** What is inside is about channels for payouts. */
export const ForPayouts = ({ children }: { children: ReactNode }): ReactNode => (
  <Kind value={kinds.PAYOUT}>{children}</Kind>
)

/** Whether channels for payments or for payouts are looked at, with their screens and their rule. */
export const useChannelKind = (): (typeof kinds)[PayType] => use(Kind)
