import type { Language } from '#i18n/languages.ts'
import type { FieldFault } from './card.ts'
import type { FieldName } from './form-fields.ts'
import { simulator } from './providers/simulator.ts'
import { stripe } from './providers/stripe.ts'

/** The browser half of a provider whose cards are typed into this page. */
export interface FieldsProvider {
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

/** The browser half of a provider whose own script draws the fields of a card, in frames that this page cannot read. */
export interface FrameProvider {
  /** Loads the provider's script and draws the fields into an empty element. Nothing of the provider is loaded before. */
  mount(place: HTMLElement, parts: FrameParts): CardFrame
}
export interface FrameParts {
  /** Those of the adapter's `cardEntry`. */
  settings: Readonly<Record<string, string>>
  theme: Theme
  language: Language
  /** Says what is wrong with what is typed, while it is typed; undefined when nothing is wrong any more. */
  onFault(fault: FieldFault | undefined): void
}
/** How the page looks. The colours are as CSS writes them. */
export interface Theme {
  ink: string
  soft: string
  bad: string
  /** A CSS font-family. */
  font: string
}
export interface CardFrame {
  /** Resolves when the shopper can type; rejects when the script or its frames did not arrive. */
  ready: Promise<void>
  /** Exchanges what was typed for a token. The name and the e-mail address, which may be empty, come from fields of ours. */
  token(payer: { holder: string; email: string }): Promise<TokenOutcome>
  focus(): void
  /** Removes what `mount` made, except the script. May be called twice, and before `ready` has settled. */
  destroy(): void
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
export const cardProviders: Readonly<Record<string, FieldsProvider | FrameProvider>> = { simulator, stripe }
