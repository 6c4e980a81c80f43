import type { FieldFault } from '../card.ts'
import type { CardFrame, FrameParts, FrameProvider } from '../card-provider.ts'
import { loadScript } from '../load-script.ts'

/** Stripe's script and the card element that it draws in a frame of its own. */
export const stripe: FrameProvider = { mount }

function mount(place: HTMLElement, { settings, theme, language, onFault }: FrameParts): CardFrame {
  let api: StripeApi | undefined
  let card: CardElement | undefined
  let gone = false
  const draw = () =>
    new Promise<void>((resolve, reject) => {
      if (gone) return reject()
      api = window.Stripe(settings['publishable_key'], { locale: language })
      const { ink, soft, bad, font } = theme
      const base = { color: ink, fontFamily: font, '::placeholder': { color: soft } }
      card = api.elements().create('card', { hidePostalCode: true, style: { base, invalid: { color: bad } } })
      card.on('change', ({ error }) => onFault(faultOf(error)))
      card.on('ready', () => resolve())
      setTimeout(reject, patienceMs)
      card.mount(place)
    })

  return {
    ready: loadScript(settings['script_url'] ?? '').then(draw),
    async token({ holder, email }) {
      const billing = { name: holder || undefined, email: email || undefined }
      const made = await api?.createPaymentMethod({ type: 'card', card, billing_details: billing })
      if (made?.paymentMethod) return { kind: 'token', token: made.paymentMethod.id }
      const fault = faultOf(made?.error)
      if (fault) return { kind: 'field', field: 'number', fault }
      return { kind: made?.error?.type === 'api_connection_error' ? 'unreachable' : 'failed' }
    },
    focus: () => card?.focus(),
    destroy() {
      gone = true
      card?.destroy()
      card = undefined
    },
  }
}

const patienceMs = 20_000

/** What Stripe's code says of what is typed; all of it is typed in one frame. */
function faultOf({ code = '' }: StripeError = {}): FieldFault | undefined {
  if (code.includes('cvc')) return 'cvcThree'
  if (code.includes('past')) return 'expiryPast'
  if (code.includes('expir')) return 'expiryInvalid'
  return code.includes('number') ? 'numberInvalid' : undefined
}

/** The part of Stripe.js that is used. */
interface StripeApi {
  elements(): { create(type: 'card', options: object): CardElement }
  createPaymentMethod(wished: {
    type: 'card'
    card: CardElement | undefined
    billing_details: { name: string | undefined; email: string | undefined }
  }): Promise<{ paymentMethod?: { id: string }; error?: StripeError }>
}
interface CardElement {
  mount(place: HTMLElement): void
  on(what: 'change' | 'ready', listener: (event: { error?: StripeError }) => void): void
  focus(): void
  destroy(): void
}
interface StripeError {
  type?: string
  code?: string
}
declare global {
  interface Window {
    Stripe(key: string | undefined, options: object): StripeApi
  }
}
