import type { FieldFault } from '../card.ts'
import type { FrameProvider } from '../card-provider.ts'
import { loadScript } from '../load-script.ts'

/** Stripe's script and the card element that it draws in a frame of its own. */
export const stripe: FrameProvider = {
  mount(place, { settings, theme, language, onFault }) {
    let api: StripeApi | undefined
    let card: CardElement | undefined
    let gone = false
    const draw = () =>
      new Promise<void>((resolve, reject) => {
        if (gone) return
        const { account: stripeAccount } = settings
        api = Stripe(settings['publishable_key'], { locale: language, ...(stripeAccount && { stripeAccount }) })
        card = api.elements().create('card', { hidePostalCode: true, style: { base: { color: theme.ink } } })
        card.on('change', ({ error }) => onFault(faultOf(error)))
        card.on('ready', () => resolve())
        setTimeout(reject, 20_000)
        card.mount(place)
      })
    return {
      ready: loadScript(settings['script_url'] ?? '').then(draw),
      async token({ holder }) {
        const made = await api?.createPaymentMethod({ type: 'card', card, billing_details: { name: holder } })
        if (made?.paymentMethod) return { kind: 'token', token: made.paymentMethod.id }
        const fault = faultOf(made?.error)
        return fault ? { kind: 'field', field: 'number', fault } : { kind: 'failed' }
      },
      focus: () => card?.focus(),
      destroy() {
        gone = true
        card?.destroy()
      },
    }
  },
}

/** What Stripe's code says of what is typed; all of it is typed in one frame. */
const faultOf = (error: StripeError | undefined): FieldFault | undefined =>
  faults[/cvc|past|exp|number/.exec(error?.code ?? '')?.[0] ?? '']
const faults: Readonly<Record<string, FieldFault>> = {
  cvc: 'cvcThree',
  past: 'expiryPast',
  exp: 'expiryInvalid',
  number: 'numberInvalid',
}

/** The part of Stripe.js that is used. */
interface StripeApi {
  elements(): { create(type: 'card', options: object): CardElement }
  createPaymentMethod(wished: {
    type: 'card'
    card: CardElement | undefined
    billing_details: { name: string }
  }): Promise<{ paymentMethod?: { id: string }; error?: StripeError }>
}
interface CardElement {
  mount(place: HTMLElement): void
  on(what: 'change' | 'ready', listener: (event: { error?: StripeError }) => void): void
  focus(): void
  destroy(): void
}
interface StripeError {
  code?: string
}
/** Made by Stripe's script. */
declare const Stripe: (key: string | undefined, options: object) => StripeApi
