/**
 * The script that a shopper's page loads, with the part of Stripe.js that the gateway's page uses: a card element that
 * is mounted, its changes, and the exchange for a payment method. The card stays in the frame.
 */
export const pageScript = `(() => {
  const home = new URL(document.currentScript.src)
  const frameUrl = new URL('./frame', home).href
  let next = 0
  window.Stripe = (key, { stripeAccount } = {}) => ({
    elements: () => ({ create: () => cardElement(key, stripeAccount) }),
    createPaymentMethod: ({ card, billing_details: billing }) => card.exchange(billing || {}),
  })
  function cardElement(key, account) {
    const id = String(++next)
    const frame = document.createElement('iframe')
    const heard = {}
    const waiting = new Map()
    frame.src = frameUrl
    frame.title = 'Secure card entry'
    frame.style.cssText = 'border:0;width:100%;height:44px;display:block;color-scheme:normal'
    const tell = (message) => frame.contentWindow && frame.contentWindow.postMessage({ id, ...message }, home.origin)
    frame.addEventListener('load', () => tell({ say: 'begin', key, account }))
    addEventListener('message', (event) => {
      if (event.origin !== home.origin || event.source !== frame.contentWindow) return
      const { say, detail, call } = event.data || {}
      if (say === 'answer') {
        const answer = waiting.get(call)
        waiting.delete(call)
        if (answer) answer(detail)
      } else for (const listener of heard[say] || []) listener(detail)
    })
    return {
      mount(place) {
        (typeof place === 'string' ? document.querySelector(place) : place).replaceChildren(frame)
      },
      on(what, listener) {
        (heard[what] = heard[what] || []).push(listener)
      },
      unmount: () => frame.remove(),
      destroy: () => frame.remove(),
      focus: () => tell({ say: 'focus' }),
      update: () => undefined,
      exchange: (billing) => new Promise((resolve) => {
        const call = ++next
        waiting.set(call, resolve)
        tell({ say: 'exchange', call, billing })
      }),
    }
  }
})()
`

export const frameHtml = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Card</title><meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="frame.css"><script src="frame.js" defer></script></head>
<body><form><input name="number" inputmode="numeric" autocomplete="cc-number" placeholder="Card number" aria-label="Card number">
<input name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" aria-label="Expiry date, month and year">
<input name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" aria-label="Security code"></form></body></html>
`

export const frameStyles = `:root{color-scheme:light dark;font:16px/1.4 system-ui,sans-serif}body{margin:0}
form{display:flex;gap:8px;height:44px;align-items:center}
input{font:inherit;border:0;outline-offset:-2px;background:none;color:inherit;min-width:0;height:40px;box-sizing:border-box}
[name=number]{flex:1}[name=expiry]{width:90px}[name=cvc]{width:60px}`

export const frameScript = `(() => {
  let home = null
  let begun = null
  const field = (name) => document.querySelector('[name=' + name + ']')
  const digits = (name) => field(name).value.replace(/\\D/g, '')
  const tell = (say, detail, call) => home && parent.postMessage({ say, detail, call }, home)
  const complete = () => digits('number').length >= 12 && digits('expiry').length === 4 && digits('cvc').length >= 3
  const empty = () => digits('number') + digits('expiry') + digits('cvc') === ''
  document.addEventListener('submit', (event) => event.preventDefault())
  document.addEventListener('input', () => tell('change', { complete: complete(), empty: empty(), error: undefined }))
  document.addEventListener('focusin', () => tell('focus'))
  document.addEventListener('focusout', () => tell('blur'))
  addEventListener('message', async (event) => {
    if (event.source !== parent || (home && event.origin !== home)) return
    const { say, key, account, call, billing } = event.data || {}
    if (say === 'begin') {
      home = event.origin
      begun = { authorization: 'Bearer ' + key, ...(account && { 'stripe-account': account }) }
      tell('ready')
    }
    if (say === 'focus') field('number').focus()
    if (say === 'exchange') tell('answer', await exchange(billing || {}), call)
  })
  async function exchange(billing) {
    const form = new URLSearchParams({ type: 'card', 'card[number]': digits('number'), 'card[cvc]': digits('cvc') })
    form.set('card[exp_month]', digits('expiry').slice(0, 2) || '0')
    form.set('card[exp_year]', digits('expiry').slice(2) || '0')
    if (billing.name) form.set('billing_details[name]', billing.name)
    try {
      const answer = await fetch('../v1/payment_methods', { method: 'POST', headers: begun, body: form })
      const found = await answer.json()
      return found.error ? { error: found.error } : { paymentMethod: found }
    } catch {
      return { error: { type: 'api_connection_error', message: 'The network is away.' } }
    }
  }
})()
`
