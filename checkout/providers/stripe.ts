import type { FieldFault } from '../card.ts'
import type { CardFrame, FrameParts, FrameProvider, Theme, TokenOutcome } from '../card-provider.ts'
import { loadScript } from '../load-script.ts'

/** Stripe's script and the card element that it draws in a frame of its own. */
export const stripe: FrameProvider = { mount }

function mount(place: HTMLElement, { settings, theme, language, onFault }: FrameParts): CardFrame {
  let gone = false
  let api: StripeApi | undefined
  let element: CardElement | undefined
  let wrong: StripeError | undefined

  async function draw(): Promise<void> {
    await loadScript(settings['script_url'] ?? '')
    const make = (globalThis as { Stripe?: (key: string, options: object) => StripeApi }).Stripe
    if (!make || gone) throw new Error('Stripe is not there')
    api = make(settings['publishable_key'] ?? '', { locale: language })
    const card = api.elements().create('card', { style: styleOf(theme), hidePostalCode: true })
    element = card
    card.on('change', ({ error }) => {
      wrong = error
      onFault(error && (faultOf(error) ?? 'numberInvalid'))
    })
    await new Promise<void>((resolve, reject) => {
      card.on('ready', () => resolve())
      card.on('loaderror', reject)
      setTimeout(reject, patienceMs)
      card.mount(place)
    })
  }

  async function token({ holder, email }: { holder: string; email: string }): Promise<TokenOutcome> {
    if (!api || !element) return { kind: 'unreachable' }
    if (wrong) return outcomeOf(wrong)
    const billing = { ...(holder && { name: holder }), ...(email && { email }) }
    const made = await Promise.race([
      api.createPaymentMethod({ type: 'card', card: element, billing_details: billing }).catch(() => null),
      new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null)),
    ])
    if (!made) return { kind: 'unreachable' }
    return made.paymentMethod ? { kind: 'token', token: made.paymentMethod.id } : outcomeOf(made.error ?? {})
  }

  return {
    ready: draw(),
    token,
    focus: () => element?.focus(),
    destroy() {
      gone = true
      element?.destroy()
      element = undefined
    },
  }
}

const patienceMs = 20_000

const styleOf = ({ ink, soft, bad, font }: Theme) => ({
  base: { color: ink, fontFamily: font, fontSize: '16px', '::placeholder': { color: soft } },
  invalid: { color: bad },
})

function outcomeOf(error: StripeError): TokenOutcome {
  if (error.type === 'api_connection_error') return { kind: 'unreachable' }
  if (error.code === 'rate_limit') return { kind: 'busy' }
  const fault = faultOf(error)
  return fault ? { kind: 'field', field: fieldOf(fault), fault } : { kind: 'failed' }
}

const fieldOf = (fault: FieldFault): 'number' | 'expiry' | 'cvc' =>
  fault.startsWith('expiry') ? 'expiry' : fault.startsWith('cvc') ? 'cvc' : 'number'

/** What is wrong, by the words that Stripe's codes are made of, such as `incomplete_number` or `invalid_expiry_year_past`. */
function faultOf({ code = '' }: StripeError): FieldFault | undefined {
  const is = (word: string) => code.includes(word)
  if (is('past') || is('expired')) return 'expiryPast'
  if (is('expiry')) return is('incomplete') ? 'expiryIncomplete' : 'expiryInvalid'
  if (is('cvc')) return 'cvcThree'
  if (is('number')) return is('incomplete') ? 'numberIncomplete' : 'numberInvalid'
  return is('declined') ? 'brandNotAccepted' : undefined
}

/** The part of Stripe.js that is used. */
interface StripeApi {
  elements(): { create(type: 'card', options: object): CardElement }
  createPaymentMethod(wished: {
    type: 'card'
    card: CardElement
    billing_details: { name?: string; email?: string }
  }): Promise<{ paymentMethod?: { id: string }; error?: StripeError }>
}
interface CardElement {
  mount(place: HTMLElement): void
  on(what: 'change' | 'ready' | 'loaderror', listener: (event: { error?: StripeError }) => void): void
  focus(): void
  destroy(): void
}
interface StripeError {
  type?: string
  code?: string
}
