import type { FieldFault } from './card.ts'
import type { FieldName } from './form-fields.ts'
import { simulator } from './providers/simulator.ts'

/** The browser half of a provider whose cards are typed into this page. */
export interface CardProvider {
  /**
   * Exchanges a card for a token at the provider's own address.
   * @param settings those of the adapter's `cardEntry`.
   */
  tokenFor(card: TypedCard, settings: Readonly<Record<string, string>>): Promise<TokenOutcome>
}

/** A card as it was typed. It goes to the provider and nowhere else. */
export interface TypedCard {
  number: string
  expiry: string
  cvc: string
  holder: string
}

export type TokenOutcome =
  | { kind: 'token'; token: string }
  /** The provider refuses the content of one field. */
  | { kind: 'field'; field: FieldName; fault: FieldFault }
  | { kind: 'busy' | 'failed' | 'unreachable' }

/**
 * The browser half of each provider with a card entry, by its name in `server/providers.ts`. They are part of the
 * page's script: a file of its own that a bad network has not brought could not be asked for again without a reload.
 */
export const cardProviders: Readonly<Record<string, CardProvider>> = { simulator }
