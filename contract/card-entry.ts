import type { DeclineReason } from './declines.ts'

/** What a shopper's page needs to take cards for a channel; the adapter of the channel's provider answers it. */
export interface CardEntry {
  /** Where the card is typed: in fields of ours, in frames that the provider's script draws, or on the provider's page. */
  kind: 'fields' | 'script' | 'page'
  /**
   * Settings of the provider's browser half (`checkout/providers/<name>.ts`), such as the address for tokens and the
   * publishable key. The shopper can read them: no secret.
   */
  settings: Readonly<Record<string, string>>
  /** Origins that the browser half connects to; the page's content security policy allows these and its own. */
  connectOrigins: readonly string[]
  /** Origins of the provider's script and of the frames that it draws; the page's policy allows them for this channel alone. */
  scriptOrigins?: readonly string[]
  frameOrigins?: readonly string[]
  /** Numbers that the provider's sandbox knows; the page shows them in the sandbox only. */
  testCards: readonly TestCard[]
}

/** `paid`: the payment succeeds; `asked`: the bank asks who pays; else the reason why it is declined. */
export interface TestCard {
  number: string
  outcome: 'paid' | 'asked' | DeclineReason
}
